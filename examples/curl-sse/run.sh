#!/usr/bin/env bash
# usage: run.sh BIN WORK  A stream over HTTP through curl, jm-llm and jm-watch: to its end, and only until there is enough.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
export PATH=$(realpath "$1"):$PATH
mkdir -p "$2"
cd "$2"
rm -f server.log
command -v curl > /dev/null || { echo "skipped: curl is not there"; exit; }

python3 "$here/server.py" > server.log &
trap 'kill %1' EXIT
for _ in {1..300}; do grep -q http server.log && break || sleep 0.1; done
url=$(head -1 server.log)
# Ends with this exit status; a pipeline's is that of its last part that failed.
ends() {
  local wanted=$1 status=0
  bash -o pipefail -c "$2" "$url" || status=$?
  test "$status" = "$wanted" || { echo "exit $status instead of $wanted: $2" >&2; exit 1; }
}
export schema='{!query:string,!days:integer,why:string}'

# The call as a whole: one line when its response is over; 1 says that a call is no strict JSON.
ends 1 'curl -sN "$0/call" | jm-llm > calls.jsonl'
diff "$here/calls.jsonl" calls.jsonl

# The call while it grows: what is certain and what comes of it.
ends 1 'curl -sN "$0/call" | jm-llm --follow | jm-watch --schema "$schema" --only events,final > events.jsonl'
diff "$here/events.jsonl" events.jsonl

# Enough: both required members are final long before the model ends, which here is never. jm-watch exits with 0, whoever
# writes to a reader that is gone goes quietly, and the provider learns of it.
ends 141 'curl -sN "$0/endless" | jm-llm --follow | timeout 300 jm-watch --schema "$schema" --until-ready --only events > ready.jsonl'
grep -q '"kind":"schema.satisfied"' ready.jsonl
for _ in {1..600}; do grep -q gone server.log && break || sleep 0.1; done
grep -q 'the client is gone' server.log
echo "one call, its events, and an end before the end"

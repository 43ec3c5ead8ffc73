#!/usr/bin/env bash
# usage: run.sh BIN WORK  What a pipeline does with a log of completions: check it, annotate, report, and fail where it should.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
export PATH=$(realpath "$1"):$PATH
mkdir -p "$2"
work=$(realpath "$2")
cd "$here"

# The arguments of every call of every choice; a line without a call is no fault.
calls=(--batch --at '/choices/*/message/tool_calls/*/function/arguments' --schema '{!query:string,!days:integer}')

# Reports the log in a format and ends with this exit status.
check() {
  local wanted=$1 report=$2 status=0
  shift 2
  jm-check "${calls[@]}" "$@" completions.jsonl > "$work/$report" 2> "$work/summary.txt" || status=$?
  test "$status" = "$wanted" || { echo "exit $status instead of $wanted: $*" >&2; exit 1; }
}

check 1 github.txt --format github
diff github.txt "$work/github.txt"
echo "jm-check: 6 texts: 2 safe, 1 cosmetic_repair, 1 lossy_repair, 1 ambiguous, 1 invalid, 3 against the schema" | diff - "$work/summary.txt"

# What a host of code takes up, and what a runner of tests shows.
check 1 report.sarif --format sarif
check 1 report.xml --format junit
python3 - "$work" <<'PYTHON'
import json, pathlib, sys, xml.etree.ElementTree as tree

work = pathlib.Path(sys.argv[1])
run = json.loads((work / "report.sarif").read_text())["runs"][0]
found = [result["ruleId"] for result in run["results"]]
assert sorted(set(found)) == ["E002", "E070", "R001", "R002", "R004", "R006", "R007", "R009"], found
places = {result["locations"][0]["physicalLocation"]["region"]["startLine"] for result in run["results"]}
assert places == {2, 3, 5, 6}, places
suite = tree.parse(work / "report.xml").getroot().find("testsuite")
assert suite.attrib | {"name": ""} == {"name": "", "tests": "7", "failures": "4", "errors": "0", "skipped": "1"}, suite.attrib
PYTHON

# How strict the pipeline is: what mends without loss may pass; a value that does not fit the schema never does.
mended=(--at '/choices/*/message/tool_calls/*/function/arguments' --batch)
head -2 completions.jsonl > "$work/mended.jsonl"
jm-check "${mended[@]}" --fail-on lossy "$work/mended.jsonl" > "$work/mended.txt" 2>&1
jm-check "${mended[@]}" "$work/mended.jsonl" > "$work/mended.txt" 2>&1 && exit 1
check 1 schema.jsonl --fail-on schema

# Which calls are to be sent back to the model, with the prompt to do it.
python3 - "$work/schema.jsonl" <<'PYTHON'
import json, sys

answers = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
again = [answer["id"] for answer in answers if answer.get("retry")]
assert again == ["c-3", "c-5", "c-6"], again
PYTHON
echo "6 calls of 6 completions: annotations, SARIF, JUnit, exit statuses"

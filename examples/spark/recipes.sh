#!/usr/bin/env bash
# usage: recipes.sh BIN WORK  The same work spread by what a shell has, each beside what one process makes of it.
set -euo pipefail
bin=$(realpath "$1") work=$2
export PATH=$bin:$PATH
rm -rf "$work"
mkdir -p "$work"
cd "$work"

for ((n = 0; n < 20000; n++)); do
  if ((n % 100 == 50)); then echo "poison"; else printf '{"id":%d,"input":"{a:[1,2,],b:%d}"}\n' $n $n; fi
done > log.jsonl
jm-repair --batch < log.jsonl > expected.jsonl
test "$(wc -l < expected.jsonl)" = 20000

# Where a line has no id its number is told, and lines are counted in each piece.
same() { cmp <(sed -E 's/^\{"line":[0-9]+/{"line":0/' expected.jsonl) <(sed -E 's/^\{"line":[0-9]+/{"line":0/' "$1") && echo "$2: the same 20000 lines"; }

jm-repair --batch --jobs 0 < log.jsonl > jobs.jsonl
cmp expected.jsonl jobs.jsonl && echo "--jobs: the same 20000 lines"

split -n l/4 --filter='jm-repair --batch > $FILE.out' log.jsonl
cat x??.out > split.jsonl
same split.jsonl "split --filter"

if command -v parallel > /dev/null; then
  parallel --will-cite --pipe --keep-order --block 100k -j2 jm-repair --batch < log.jsonl > parallel.jsonl
  same parallel.jsonl "parallel --pipe"
else
  echo "skipped: GNU parallel is not there"
fi

# Files in place; a name may hold anything. What is refused is not written, and xargs says so by its status (123).
mkdir files
for ((n = 0; n < 40; n++)); do printf "{ a : %d,\n}\n" $n > "files/$n it's
one.json"; done
printf '["a" "b"]\n' > files/refused.json
status=0
find files -name '*.json' -print0 | xargs -0 -n 4 -P 2 jm-repair --in-place --reject-ambiguous 2> refused.txt || status=$?
test $status = 123
grep -q "files/refused.json: E011" refused.txt
test "$(cat files/refused.json)" = '["a" "b"]'
for ((n = 0; n < 40; n++)); do
  test "$(cat "files/$n it's
one.json")" = "{ \"a\" : $n
}"
done
echo "xargs -0 --in-place: 40 files repaired, 1 refused and not touched"

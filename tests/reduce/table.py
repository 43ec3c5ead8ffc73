#!/usr/bin/env python3
"""Prints what jm-reduce makes of the recordings and of the fixtures beside the rules, per family and cap."""

import collections
import json
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BINARY = os.environ.get("JM_BINARY", ROOT / "target/release/jm-reduce")
CAPS = [1200, 4000, 8000]
FAILURE = re.compile(r"\b(error|errors|fatal|failed|failure|FAIL|panicked|Traceback|\w+(Error|Exception)|ERR!)\b[\[: ]|^E  ", re.I)
HARMLESS = re.compile(r"\b(0|no) (\w+ )?(errors?|fail\w*)|(errors?|failures?|failed)[:=] ?0\b|\.\.\. ok$|PASSED|warning:|^warn", re.I)
GREEN = re.compile(r"(succeeded|successful|all (is well|good|tests passed)|nothing to report|up to date|0 failed(?!;))", re.I)
MARKER = re.compile(r"\[\.\.\. \d+ (line|char|element)s? omitted(, (\d+) failures?)?\]|\[x\d+\]")


def cases():
    """Name, family, request, what has to be told."""
    for row in map(json.loads, (HERE / "index.jsonl").read_text().splitlines()):
        text = (HERE / f"{row['name']}.txt").read_text()
        yield row["family"], {"toolName": "bash", "command": row["command"], "exitCode": row["exitCode"], "combinedText": text}, row["told"]
    for file in sorted((ROOT / "src/reduce/rules").glob("*.fixture.json")):
        for fixture in json.loads(file.read_text()):
            told = [part for part in fixture["expect"].get("contains", []) if not part.startswith("exit ")]
            yield f"fixtures/{file.name.split('.')[0]}", {"toolName": "bash", **fixture["input"]}, told


def main():
    every = list(cases())
    requests = "".join(
        json.dumps({"input": request, "options": {"maxInlineChars": cap}}) + "\n" for cap in CAPS for _, request, _ in every)
    answers = subprocess.run([BINARY, "--batch", "--user-rules", "none"], input=requests.encode(), stdout=subprocess.PIPE, check=True)
    answers = [json.loads(line) for line in answers.stdout.decode().split("\n") if line]
    rows = collections.defaultdict(collections.Counter)
    bad = []
    for place, answer in enumerate(answers):
        cap, (family, request, told) = CAPS[place // len(every)], every[place % len(every)]
        row, text = rows[family, cap], answer["inlineText"]
        raw = request.get("combinedText") or request.get("stdout", "")
        row["cases"] += 1
        if answer["stats"]["rawChars"] > cap:
            row["long"] += 1
            row["raw"] += answer["stats"]["rawChars"]
            row["reduced"] += answer["stats"]["reducedChars"]
        row["told"] += len(told)
        row["kept"] += sum(part in text for part in told)
        bad += [f"{family} at {cap}: {request['command']}: not told: {part}" for part in told if part not in text]
        failing = {line.strip() for line in raw.splitlines() if FAILURE.search(line) and not HARMLESS.search(line)}
        # Below its file a line stands without it.
        missing = [line for line in failing if line not in text and line.partition(":")[2] not in text]
        row["failing"] += len(failing)
        row["shown"] += len(failing) - len(missing)
        # Where all failure lines fit, with a marker, all have to be shown.
        if sum(len(line) + 1 for line in failing) + 60 <= cap:
            row["fit"] += len(failing)
            row["fitshown"] += len(failing) - len(missing)
        omitted = answer.get("omitted", {})
        counted = min(len(missing), omitted.get("failures", 0))
        row["counted"] += counted
        bad += [f"{family} at {cap}: {request['command']}: {len(missing)} missing, {counted} counted: {missing[:3]}"] * (counted < len(missing))
        # A sentence of success counts if the tool did not write it.
        green = request["exitCode"] != 0 and any(GREEN.search(line) and line not in raw for line in text.splitlines())
        row["green"] += green or request["exitCode"] != 0 and not text.startswith(f"exit {request['exitCode']}")
        row["unmarked"] += bool(omitted) and not MARKER.search(text)
        row["inflated"] += answer["stats"]["reducedChars"] > answer["stats"]["rawChars"] + len(f"exit {request['exitCode']}\n")
    percent = lambda part, whole: f"{100 * part / whole:6.1f}" if whole else "     -"
    print("family              cap cases long reduced%  told%   fit%  shown% accounted% false-green unmarked inflated")
    for cap in CAPS:
        total = collections.Counter()
        for (family, at), row in sorted(rows.items()):
            if at == cap:
                total.update(row)
                print(line(family, cap, row, percent))
        print(line("all", cap, total, percent))
    for problem in bad:
        print(problem, file=sys.stderr)
    sys.exit(bool(bad))


def line(family, cap, row, percent):
    return (f"{family:18} {cap:4} {row['cases']:5} {row['long']:4}   {percent(row['raw'] - row['reduced'], row['raw'])} {percent(row['kept'], row['told'])}"
            f" {percent(row['fitshown'], row['fit'])}  {percent(row['shown'], row['failing'])}     {percent(row['shown'] + row['counted'], row['failing'])}"
            f" {row['green']:11} {row['unmarked']:8} {row['inflated']:8}")


main()

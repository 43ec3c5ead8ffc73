#!/usr/bin/env python3
"""Writes what jm-reduce makes of the fixtures beside the rules into them, to be read before it is committed."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BINARY = os.environ.get("JM_BINARY", ROOT / "target/debug/jm-reduce")


def request(fixture):
    return {"input": {"toolName": "shell", **fixture["input"]}, "options": fixture.get("options")}


def huge(text):
    """The text between much that says nothing, as `derived.rs` makes it."""
    filler = lambda name: "".join(f"{name} {n} of many went by\n" for n in range(600))
    return filler("step") + text + ("" if text.endswith("\n") else "\n") + filler("stage")


def answers(requests):
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([BINARY, "--batch", "--user-rules", "none"], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    return [json.loads(line)["inlineText"] for line in done.stdout.decode().split("\n") if line]


def main():
    for file in sorted((ROOT / "src/reduce/rules").glob("*.fixture.json")):
        fixtures = json.loads(file.read_text())
        own = [fixture["input"].get("stdout", "") for fixture in fixtures]
        among = [{**request(fixture), "input": {**request(fixture)["input"], "stdout": huge(text)}} for fixture, text in zip(fixtures, own)]
        for fixture, text, alone, shown in zip(fixtures, own, answers(map(request, fixtures)), answers(among), strict=True):
            fixture["expect"]["inlineText"] = alone
            shown = set(shown.split("\n"))
            fixture["expect"]["kept"] = [line for line in map(str.rstrip, text.split("\n")) if line and line in shown]
        file.write_text("[\n" + ",\n".join(json.dumps(fixture, ensure_ascii=False) for fixture in fixtures) + "\n]\n")


main()

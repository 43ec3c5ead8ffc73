#!/usr/bin/env python3
"""Writes docs/COMPARISON.md: jm-repair beside the npm package jsonrepair and the PyPI package json-repair.

    cargo build --release && tests/comparison/compare.py

With --check nothing is written; it fails if jm-repair does not answer every case as it asks. JM_BINARY names
another jm-repair than that of target/release. Needs Python 3.10, pip, Node.js and npm; both packages go into a temporary folder.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BINARY = Path(os.environ.get("JM_BINARY", ROOT / "target" / "release" / "jm-repair")).resolve()
TOOLS = ("jm-repair", "jsonrepair", "json-repair")
VERDICTS = ("same", "other", "refused")


def main():
    repair = read("repair.jsonl")
    ambiguous = read("ambiguous.jsonl")
    with tempfile.TemporaryDirectory() as folder:
        versions = install(Path(folder))
        for cases, gate in ((repair, []), (ambiguous, ["--for-execution"])):
            answers = {
                "jm-repair": ours(cases, gate),
                "jsonrepair": peer(["node", HERE / "jsonrepair.mjs", folder], cases),
                "json-repair": peer(
                    [sys.executable, HERE / "json_repair_lines.py", f"{folder}/py"], cases
                ),
            }
            for index, case in enumerate(cases):
                case["answers"] = {tool: answers[tool][index] for tool in TOOLS}
    wrong = [case["id"] for case in repair if verdict(case, "jm-repair") != "same"]
    if "--check" in sys.argv[1:]:
        sys.exit(f"jm-repair answers otherwise: {' '.join(wrong)}" if wrong else 0)
    page = "\n".join(
        [*introduction(versions, repair), *by_class(repair), *silence(repair),
         *two_readings(ambiguous), *differences(repair)]
    )
    target = ROOT / "docs" / "COMPARISON.md"
    target.parent.mkdir(exist_ok=True)
    target.write_text(page + "\n", encoding="utf-8")


def read(name):
    return parsed((ROOT / "tests" / "conformance" / name).read_text(encoding="utf-8"))


def parsed(text):
    """The values of JSON lines; str.splitlines would cut at U+2028 too."""
    return [json.loads(line) for line in text.split("\n") if line]


def install(folder):
    """Installs both peers by their names and says which versions came."""
    quiet = {"check": True, "stdout": subprocess.DEVNULL}
    subprocess.run(["npm", "install", "--silent", "--prefix", folder, "jsonrepair"], **quiet)
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--target", folder / "py", "json-repair"],
        **quiet,
    )
    package = json.loads((folder / "node_modules/jsonrepair/package.json").read_text())
    info = next((folder / "py").glob("json_repair-*.dist-info"))
    own = subprocess.run([BINARY, "--version"], capture_output=True, text=True, check=True)
    return {
        "jm-repair": own.stdout.split()[1],
        "jsonrepair": package["version"],
        "json-repair": info.name.split("-")[1].removesuffix(".dist"),
    }


def ours(cases, gate):
    """The answers of jm-repair, one run for each set of options."""
    by_flags = defaultdict(list)
    for index, case in enumerate(cases):
        by_flags[case.get("flags") or ""].append(index)
    answers = [None] * len(cases)
    for flags, indices in by_flags.items():
        lines = "".join(json.dumps({"id": i, "input": cases[i]["input"]}) + "\n" for i in indices)
        command = [BINARY, "--batch", *flags.split(), *gate]
        run = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
        for result in parsed(run.stdout):
            answers[result["id"]] = own_answer(result)
    return answers


def own_answer(result):
    if result["ok"]:
        return {"text": result["text"], "ambiguous": result["ambiguous"]}
    return {"error": result["error"]["code"]}


def peer(command, cases):
    lines = "".join(json.dumps(case["input"]) + "\n" for case in cases)
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return parsed(run.stdout)


def value(text):
    """The value of JSON text with every digit and every member; None where there is none."""
    if text is None:
        return None
    try:
        return json.loads(
            text,
            parse_float=lambda digits: ("number", Decimal(digits)),
            parse_int=lambda digits: ("number", Decimal(digits)),
            object_pairs_hook=lambda pairs: ("object", pairs),
        )
    except (ValueError, RecursionError):
        return ("no JSON", text)


def verdict(case, tool):
    """Whether the tool gives the value that the case asks for, another, or refuses."""
    answer = case["answers"][tool]
    if "error" in answer:
        return "same" if case["error"] else "refused"
    return "same" if not case["error"] and value(answer["text"]) == value(case["text"]) else "other"


def introduction(versions, cases):
    named = ", ".join(f"{tool} {versions[tool]}" for tool in TOOLS)
    return [
        "# Comparison",
        "",
        "Generated by `tests/comparison/compare.py`; do not edit.",
        "",
        f"{named}, on the {len(cases)} inputs of `tests/conformance/repair.jsonl` and those of",
        "`ambiguous.jsonl`. The inputs and what is right follow this project's rules, so the figures say",
        "where the tools differ, not which is better: a peer that answers otherwise may have a reason.",
        "The peers run with their defaults, jm-repair with the options of the case.",
        "",
        "*same*: the value that the case asks for, or refused where it asks for that; *other*: another",
        "value, or an answer where none is due; *refused*: no answer where one is due.",
        "",
    ]


def table(head, rows):
    return [
        "| " + " | ".join(head) + " |",
        "| " + " | ".join("---" for _ in head) + " |",
        *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows),
        "",
    ]


def by_class(cases):
    counts = defaultdict(Counter)
    for case in cases:
        for tool in TOOLS:
            for group in (case["class"].split(".")[0], "**all**"):
                counts[group][tool, verdict(case, tool)] += 1
    groups = [*sorted(group for group in counts if group != "**all**"), "**all**"]
    rows = [
        [group, sum(counts[group][TOOLS[0], v] for v in VERDICTS)]
        + [" / ".join(str(counts[group][tool, v]) for v in VERDICTS) for tool in TOOLS]
        for group in groups
    ]
    head = ["class", "cases", *(f"{tool}: same / other / refused" for tool in TOOLS)]
    return ["## By class", "", *table(head, rows)]


def silence(cases):
    """How many inputs with two readings each tool answers without a word."""
    unclear = [case for case in cases if case["ambiguity"] and not case["error"]]
    counts = Counter()
    for case in unclear:
        for tool in TOOLS:
            answer = case["answers"][tool]
            if "error" not in answer and not answer.get("ambiguous"):
                counts[tool] += 1
    return [
        "## Two readings",
        "",
        f"{len(unclear)} of the inputs can be read in two ways. Answered without a word about it: "
        + ", ".join(f"{tool} {counts[tool]}" for tool in TOOLS)
        + ".",
        "",
    ]


def two_readings(cases):
    """Under a gate for execution: which reading each tool takes."""
    rows = []
    for case in cases:
        readings = {"first": value(case["reading_a"]), "second": value(case["reading_b"])}
        row = [code(case["input"]), case["cls"] or "a loss"]
        for tool in TOOLS:
            answer = case["answers"][tool]
            taken = [name for name, v in readings.items() if v == value(answer.get("text"))]
            row.append(f"refused {answer['error']}" if tool == TOOLS[0] and "error" in answer
                       else "refused" if "error" in answer
                       else taken[0] if taken else "a third value")
        rows.append(row)
    head = ["input", "class", f"{TOOLS[0]} --for-execution", *TOOLS[1:]]
    return ["Inputs where both readings may be executed, and which one is taken:", "", *table(head, rows)]


def differences(cases):
    lines = ["## Case by case", "", "Where a tool does not answer as the case asks.", ""]
    for case in cases:
        differing = [tool for tool in TOOLS if verdict(case, tool) != "same"]
        if not differing:
            continue
        lines.append(f"* `{case['id']}` {code(case['input'])} → {code(case['text'] or case['error'])}")
        for tool in differing:
            answer = case["answers"][tool]
            shown = "refuses" if "error" in answer else code(answer["text"])
            lines.append(f"  * {tool}: {shown}")
    return lines


def code(text):
    """Text as inline code on one line of a table, shortened."""
    signs = {"\n": "⏎", "\t": "⇥", "|": "\\|"}
    shown = "".join(signs.get(c, c if c.isprintable() else f"<U+{ord(c):04X}>") for c in text)
    shown = shown if len(shown) <= 160 else shown[:160] + " …"
    fence = "```" if "``" in shown or shown.startswith("`") or shown.endswith("`") else "``"
    while fence in shown:
        fence += "`"
    return f"{fence} {shown} {fence}"


if __name__ == "__main__":
    main()

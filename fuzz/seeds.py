#!/usr/bin/env python3
"""Writes inputs for the fuzz targets to start from, taken from the tests, to fuzz/corpus/TARGET."""

import hashlib
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST = 4096
# Of the target that reads no more.
SHORT = 1000


def lines(path):
    return [json.loads(line) for line in (ROOT / path).read_text().split("\n") if line]


def data(part):
    """What a member of a case stands for: a string, or a list of parts (a string, one with a count, hex)."""
    match part:
        case str():
            return part.encode("utf-8", "surrogatepass")
        case [str(text), int(times)]:
            return text.encode() * min(times, MOST)
        case list():
            return b"".join(data(each) for each in part)
        case {"hex": digits}:
            return bytes.fromhex(digits)
    return b""


def documents():
    for name in ["repair", "ambiguous", "rules", "schema"]:
        for case in lines(f"tests/conformance/{name}.jsonl"):
            yield data(case.get("input"))


def streams():
    for case in lines("tests/streams/cases.jsonl"):
        if "sse" in case:
            texts = [each if isinstance(each, str) else json.dumps(each) for each in case["sse"]]
            yield "".join(f"data: {text}\n\n" for text in texts).encode()
        else:
            yield data(case.get("text") or case)


def requests():
    for case in lines("tests/conformance/cases.jsonl"):
        sent = case.get("send") or []
        yield "\n".join(each if isinstance(each, str) else json.dumps(each) for each in sent).encode()


def outputs():
    for path in (ROOT / "tests/reduce").glob("*.txt"):
        yield path.read_bytes()[:SHORT]


def declarations():
    for case in lines("tests/conformance/schema.jsonl"):
        schema = case["schema"]
        text = schema if isinstance(schema, str) else json.dumps(schema)
        yield text.encode() + b"\n" + data(case["input"])


# What stands before the input: see each target.
TARGETS = {
    "repair": (b"\0\7", [documents]),
    "views": (b"\0\1", [documents]),
    "framing": (b"\0\7", [streams, documents]),
    "llm": (b"\x40\7", [streams]),
    "protocol": (b"", [requests]),
    "reduce": (b"\0\2\x0b", [outputs]),
    "schema": (b"\1", [declarations]),
}

for target, (head, sources) in TARGETS.items():
    folder = ROOT / "fuzz/corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    seeds = {head + seed for source in sources for seed in source() if len(seed) <= MOST}
    for seed in seeds:
        (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    print(f"{target}: {len(seeds)} inputs")

"""Runs the PyPI package jiter on JSON strings, one a line; answers one JSON object a line."""

import json
import sys

sys.path.insert(0, sys.argv[1])
import jiter  # noqa: E402  (installed in the folder just added)


def written(value):
    """JSON text of a value, with every digit of its numbers."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k)}:{written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return str(value) if isinstance(value, jiter.LosslessFloat) else json.dumps(value)


for line in sys.stdin:
    try:
        data = json.loads(line).encode()
        value = jiter.from_json(data, partial_mode="trailing-strings", float_mode="lossless-float")
        answer = {"text": written(value)}
    except Exception as error:  # noqa: BLE001  (whatever it raises is its answer)
        answer = {"error": f"{type(error).__name__}: {error}"[:120]}
    print(json.dumps(answer), flush=True)

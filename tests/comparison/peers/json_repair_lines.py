"""Runs the PyPI package json-repair on JSON strings, one a line; answers one JSON object a line."""

import json
import sys

sys.path.insert(0, sys.argv[1])
import json_repair  # noqa: E402  (installed in the folder just added)

for line in sys.stdin:
    try:
        # Its way to say that there is nothing is an empty string.
        text = json_repair.repair_json(json.loads(line), ensure_ascii=False)
        answer = {"text": text} if text else {"error": "nothing found"}
    except Exception as error:  # noqa: BLE001  (whatever it raises is its answer)
        answer = {"error": f"{type(error).__name__}: {error}"[:120]}
    print(json.dumps(answer), flush=True)

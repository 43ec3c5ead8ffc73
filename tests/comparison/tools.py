"""jm-repair, jm-watch and the peers: where they come from, and what they answer."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BINARY = Path(os.environ.get("JM_BINARY", ROOT / "target" / "release" / "jm-repair")).resolve()

OURS = "jm-repair"

# Name, package, version, and the script that answers a JSON string a line. The versions are pinned, so that
# the pages are the same until somebody raises one and looks at what has changed.
NPM = [
    ("jsonrepair", "jsonrepair", "3.15.0", "jsonrepair.mjs"),
    ("partial-json", "partial-json", "0.1.7", "partial_json.mjs"),
]
PYPI = [
    ("json_repair", "json-repair", "0.64.6", "json_repair_lines.py"),
    ("jiter", "jiter", "0.19.0", "jiter_lines.py"),
]
# Those that mend faults first, then those that only read what grows.
PEERS = ("jsonrepair", "json_repair", "jiter", "partial-json")
MENDERS = (OURS, "jsonrepair", "json_repair")
TOOLS = (OURS, *PEERS)


def install(folder):
    """Installs the peers into a folder and gives the command of each."""
    quiet = {"check": True, "stdout": subprocess.DEVNULL}
    packages = [f"{package}@{version}" for _, package, version, _ in NPM]
    subprocess.run(["npm", "install", "--silent", "--prefix", folder, *packages], **quiet)
    packages = [f"{package}=={version}" for _, package, version, _ in PYPI]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore"]
    subprocess.run([*pip, "--target", folder / "py", *packages], **quiet)
    node = {name: ["node", HERE / "peers" / script, folder] for name, _, _, script in NPM}
    python = {
        name: [sys.executable, HERE / "peers" / script, folder / "py"] for name, _, _, script in PYPI
    }
    return node | python


def versions():
    """The name of each tool with its version, in the order of TOOLS."""
    own = subprocess.run([BINARY, "--version"], capture_output=True, text=True, check=True)
    known = {name: version for name, _, version, _ in NPM + PYPI}
    known[OURS] = own.stdout.split()[1]
    return {tool: known[tool] for tool in TOOLS}


def parsed(text):
    """The values of JSON lines; str.splitlines would cut at U+2028 too."""
    return [json.loads(line) for line in text.split("\n") if line]


def peer(command, inputs):
    """What a peer answers to each input: its text, or an error."""
    lines = "".join(json.dumps(text) + "\n" for text in inputs)
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return parsed(run.stdout)


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
        said = result["ambiguous"] or result["exactness"] == "lossy"
        return {"text": result["text"], "ambiguous": result["ambiguous"], "said": said}
    return {"error": result["error"]["code"]}


def snapshots(document):
    """What jm-watch shows of a document after each byte; nothing is open as long as nothing is there."""
    command = [BINARY.with_name("jm-watch"), "--snapshots", "--only", "snapshots", "--chunk", "1"]
    run = subprocess.run(command, input=document, capture_output=True, text=True, check=True)
    return [line["value"] for line in parsed(run.stdout) if line["open_path"] is not None]

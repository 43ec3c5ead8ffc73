"""What each tool shows of a document that has not all arrived, and whether it takes that back later."""

import json

import tools

MISSING = object()


def measure(cases, commands):
    """For each tool: of how many prefixes it shows something, and how often what it shows turns out wrong."""
    documents = distinct(cases)
    prefixes = [(text[:end], text) for text in documents for end in range(1, len(text))]
    counts = {tools.OURS: ours(documents)}
    for tool in tools.PEERS:
        answers = tools.peer(commands[tool], [prefix for prefix, _ in prefixes])
        shown = [
            (json.loads(answer["text"]), json.loads(text))
            for answer, (_, text) in zip(answers, prefixes, strict=True)
            if "text" in answer
        ]
        counts[tool] = (len(shown), sum(not grows_into(*pair) for pair in shown))
    return len(documents), len(prefixes), counts


def distinct(cases):
    """Valid documents with a container at the root, each once, whose every prefix is text."""
    texts = {case["text"] for case in cases if case["text"] and case["text"][0] in "{["}
    return sorted(text for text in texts if text.isascii() and members_differ(text))


def members_differ(text):
    """Whether no key comes twice, which readers answer each in their way."""
    lists = []
    json.loads(text, object_pairs_hook=lambda pairs: lists.append([key for key, _ in pairs]))
    return all(len(keys) == len(set(keys)) for keys in lists)


def ours(documents):
    """The snapshots of jm-watch of each document but for its last byte."""
    shown = [(value, json.loads(text)) for text in documents for value in tools.snapshots(text[:-1])]
    return len(shown), sum(not grows_into(*pair) for pair in shown)


def grows_into(shown, whole):
    """Whether only more has to come: no member, element, number or word is another in the end."""
    if isinstance(shown, dict) and isinstance(whole, dict):
        return all(grows_into(value, whole.get(key, MISSING)) for key, value in shown.items())
    if isinstance(shown, list) and isinstance(whole, list):
        return len(shown) <= len(whole) and all(map(grows_into, shown, whole))
    if isinstance(shown, str) and isinstance(whole, str):
        return whole.startswith(shown)
    return isinstance(shown, bool) == isinstance(whole, bool) and shown == whole

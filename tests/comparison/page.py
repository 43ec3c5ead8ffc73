"""What the pages are made of: values of JSON text, tables, inline code."""

import json
from decimal import Decimal


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


def table(head, rows):
    return [
        "| " + " | ".join(head) + " |",
        "| " + " | ".join("---" for _ in head) + " |",
        *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows),
        "",
    ]


def code(text):
    """Text as inline code on one line of a table, shortened."""
    signs = {"\n": "⏎", "\t": "⇥", "|": "\\|"}
    shown = "".join(signs.get(c, c if c.isprintable() else f"<U+{ord(c):04X}>") for c in text)
    shown = shown if len(shown) <= 160 else shown[:160] + " …"
    fence = "```" if "``" in shown or shown.startswith("`") or shown.endswith("`") else "``"
    while fence in shown:
        fence += "`"
    return f"{fence} {shown} {fence}"

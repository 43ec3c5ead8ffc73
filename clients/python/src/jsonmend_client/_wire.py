"""Requests as lines, lines as answers."""

from __future__ import annotations

import json
from typing import Any

from ._errors import JsonmendError

PROTOCOL = 1

#: The longest line of a request, its end not counted. Whoever sends a longer one is answered without an
#: id, so it is not sent.
MAX_LINE = 8 << 20

#: The methods that open a stream, and those that close it.
CLOSES = {"watch.start": "watch.finish", "llm.open": "llm.close"}

#: What a method is given; the server judges it.
Params = dict[str, Any]


def encode(ident: int, method: str, params: Params) -> bytes:
    """A request line with its end. Half a surrogate pair goes as an escape, for the server to refuse.

    Raises JsonmendError for a line that is too long.
    """
    request = {"id": ident, "method": method, "params": params}
    line = json.dumps(request, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    encoded = line.encode("utf-8", "backslashreplace")
    if len(encoded) > MAX_LINE:
        message = f"a line of a request holds at most {MAX_LINE} bytes"
        raise JsonmendError({"code": "E050", "message": message, "exit": 2})
    return encoded + b"\n"


class Lines:
    """Lines out of pieces. They end at LF and nowhere else: ``splitlines`` would cut at U+2028."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def feed(self, piece: bytes) -> list[bytes]:
        """The lines that end in this piece, with their ends."""
        first, *rest = piece.split(b"\n")
        self._parts.append(first)
        if not rest:
            return []
        line, self._parts = b"".join(self._parts), [rest.pop()]
        return [whole + b"\n" for whole in [line, *rest]]


class Answer:
    """What came back for a request."""

    def __init__(self, line: bytes) -> None:
        self._broken: JsonmendError | None = None
        self._object: dict[str, Any] = {}
        try:
            self._object = json.loads(line, parse_int=_integer)
        except ValueError:
            self._broken = _no_answer(line)
        except RecursionError:
            # Its text is fine, and the stream goes on.
            message = "the value is nested too deeply for Python; max_depth bounds it"
            self._broken = JsonmendError({"code": "E020", "message": message, "exit": 4})

    @staticmethod
    def ident(line: bytes) -> int | None:
        """The id of an answer, which stands first in its line; a line that is cut is none."""
        digits = (line if line.endswith(b"\n") else b"").partition(b":")[2].partition(b",")[0].strip()
        return int(digits) if digits.isdigit() else None

    def result(self) -> Any:
        """The result; raises JsonmendError where there is none."""
        if self._broken is not None:
            raise self._broken
        if not self._object["ok"]:
            raise JsonmendError(self._object["error"])
        return self._object["result"]


def fault(line: bytes) -> JsonmendError | None:
    """What is wrong with a line that no server of the protocol writes. Something else is speaking then,
    and no call would be answered. A last line that is cut is none."""
    is_answer = line.startswith(b'{"id":') or not line.endswith(b"\n")
    return None if is_answer else _no_answer(line)


def _no_answer(line: bytes) -> JsonmendError:
    message = f"jm-serve has written a line that is no answer: {line[:80].decode(errors='replace')!a}"
    return JsonmendError({"code": "E051", "message": message, "exit": 2})


def has_opened(line: bytes | None) -> bool:
    """Whether the answer to the opening of a stream, if there is one, says that it is open."""
    return line is not None and bool(Answer(line)._object.get("ok"))


def _integer(digits: str) -> int | float:
    """Python refuses to make an integer of more than 4300 digits; the text of the result has them all."""
    try:
        return int(digits)
    except ValueError:
        return float(digits)


def check_protocol(hello: Any) -> None:
    """Raises JsonmendError where the server speaks another protocol."""
    spoken = hello.get("protocol")
    if spoken != PROTOCOL:
        message = f"jm-serve speaks protocol {spoken}, this client {PROTOCOL}"
        raise JsonmendError({"code": "E050", "message": message, "exit": 2})


def is_over(error: JsonmendError) -> bool:
    """Whether a failed feed has ended its stream: a bad parameter has not."""
    return error.code != "E050"

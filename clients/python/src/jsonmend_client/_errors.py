"""What goes wrong, with the code, place and prompt that the server gave."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._types import ErrorObject


class JsonmendError(Exception):
    """A call that was refused or failed."""

    #: ``E011``.
    code: str
    #: What the message of the server says.
    message: str
    #: The exit status of a command that fails so: 2 usage, 3 invalid input, 4 a limit, 5 refused.
    exit: int
    #: Where, in UTF-16 units from 0.
    offset: int | None
    #: Where, in bytes of UTF-8 from 0.
    byte: int | None
    #: Where, from 1; ``column`` counts UTF-16 units.
    line: int | None
    column: int | None
    #: The refusal as a prompt for the model, to be sent back unchanged.
    retry_hint: str | None

    def __init__(self, error: ErrorObject) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.error = error
        self.code = error["code"]
        self.message = error["message"]
        self.exit = error["exit"]
        self.offset = error.get("offset")
        self.byte = error.get("byte")
        self.line = error.get("line")
        self.column = error.get("column")
        self.retry_hint = error.get("retry_hint")

    def __reduce__(self) -> tuple[type[JsonmendError], tuple[ErrorObject]]:
        return type(self), (self.error,)


class ServerExited(JsonmendError):
    """The process has ended, or the client was closed; ``exit`` is its exit status."""


def exited(status: int | None) -> ServerExited:
    """The error of a call that nobody answers any more."""
    message = "the client is closed" if status is None else f"jm-serve has ended with status {status}"
    return ServerExited({"code": "E051", "message": message, "exit": status or 0})


def over(reason: JsonmendError | None) -> JsonmendError:
    """What each call is told once the connection is over, and an error of its own."""
    return exited(None) if reason is None else type(reason)(reason.error)

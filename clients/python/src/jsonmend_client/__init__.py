"""Repair, judge and watch the JSON that language models write.

>>> from jsonmend_client import Client
>>> with Client() as client:
...     client.repair("{a: 1,}")["text"]
'{"a":1}'
"""

from ._async import AsyncClient, AsyncLlm, AsyncWatch
from ._errors import JsonmendError, ServerExited
from ._sync import Client, Llm, Watch
from ._types import (
    Analyzed,
    Call,
    Calls,
    Delta,
    Edit,
    ErrorObject,
    Event,
    Field,
    Final,
    Hello,
    LlmOptions,
    LlmResult,
    Options,
    ReadinessResult,
    Reduced,
    ReduceInput,
    ReduceOptions,
    Repair,
    Repaired,
    Summary,
    Validated,
    Verdict,
    WatchFed,
    WatchFinished,
)

__all__ = [
    "Analyzed",
    "AsyncClient",
    "AsyncLlm",
    "AsyncWatch",
    "Call",
    "Calls",
    "Client",
    "Delta",
    "Edit",
    "ErrorObject",
    "Event",
    "Field",
    "Final",
    "Hello",
    "JsonmendError",
    "Llm",
    "LlmOptions",
    "LlmResult",
    "Options",
    "ReadinessResult",
    "ReduceInput",
    "ReduceOptions",
    "Reduced",
    "Repair",
    "Repaired",
    "ServerExited",
    "Summary",
    "Validated",
    "Verdict",
    "Watch",
    "WatchFed",
    "WatchFinished",
]

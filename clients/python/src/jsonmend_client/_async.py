"""The client for tasks."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _wire
from ._errors import JsonmendError, exited
from ._find import find
from ._sync import GRACE

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from . import _types as t

#: How much one read asks for. ``StreamReader.readline`` would refuse a line beyond 64 KiB.
READ = 1 << 16


class AsyncClient:
    """As Client, for tasks: ``async with AsyncClient() as client``. The process starts there, or with
    ``start``. A call that is cancelled leaves the connection as it is."""

    def __init__(
        self,
        binary: str | os.PathLike[str] | None = None,
        *,
        arguments: Sequence[str] = (),
        timeout: float | None = None,
    ) -> None:
        self.timeout = timeout
        self._command = [find(binary), "--stdio", *arguments]
        self._idents = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[bytes | None]] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._is_closed = False

    async def start(self) -> Self:
        """Starts the process."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        self._reader = asyncio.create_task(self._read(self._process))
        try:
            _wire.check_protocol(await self.hello())
        except BaseException:
            await self.close()
            raise
        return self

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the process: its input is over, and after two seconds it is stopped."""
        self._is_closed = True
        process, reader = self._process, self._reader
        if process is None or reader is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), GRACE)
        except asyncio.TimeoutError:
            process.kill()
            await process.wait()
        await reader

    async def hello(self) -> t.Hello:
        """What serves, and what it can do."""
        result: t.Hello = await self._call("hello", {})
        return result

    async def repair(self, text: str, **options: Unpack[t.Options]) -> t.Repaired:
        """Repairs a text; raises what cannot be repaired and what the profile refuses."""
        result: t.Repaired = await self._call("repair", {"text": text, **options})
        return result

    async def analyze(self, text: str, **options: Unpack[t.Options]) -> t.Analyzed:
        """Judges a text and says everything about it; raises nothing for what the text is."""
        result: t.Analyzed = await self._call("analyze", {"text": text, **options})
        return result

    async def validate(self, text: str, **options: Unpack[t.Options]) -> t.Validated:
        """Whether a text is legal JSON as it is written, and what it would take."""
        result: t.Validated = await self._call("validate", {"text": text, **options})
        return result

    async def readiness(
        self, text: str, *, step: int = 1, **options: Unpack[t.Options]
    ) -> t.ReadinessResult:
        """How early each member of a text was final."""
        params = {"text": text, "step": step, **options}
        result: t.ReadinessResult = await self._call("readiness", params)
        return result

    async def reduce(
        self, input: t.ReduceInput, options: t.ReduceOptions | None = None
    ) -> t.Reduced:
        """The output of a tool, made short for a model."""
        result: t.Reduced = await self._call("reduce", {"input": input, "options": options or {}})
        return result

    async def llm_run(
        self, events: Sequence[str], **options: Unpack[t.LlmOptions]
    ) -> t.LlmResult:
        """The tool calls in the events of one stream, each event as JSON text."""
        result: t.LlmResult = await self._call("llm.run", {"events": list(events), **options})
        return result

    async def watch(self, **options: Unpack[t.Options]) -> AsyncWatch:
        """Begins to watch a document; one at a time."""
        started = await self._call("watch.start", {**options})
        return AsyncWatch(self, started["schema"])

    async def llm(self, **options: Unpack[t.LlmOptions]) -> AsyncLlm:
        """Begins to read the stream of a provider; one at a time."""
        await self._call("llm.open", {**options})
        return AsyncLlm(self)

    async def _call(self, method: str, params: _wire.Params) -> Any:
        process, reader = self._process, self._reader
        if self._is_closed or process is None or reader is None:
            raise exited(None)
        assert process.stdin is not None
        ident = next(self._idents)
        line = _wire.encode(ident, method, params)
        answer: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        self._waiting[ident] = answer
        if reader.done():
            answer.set_result(None)
        try:
            # A line is handed over as a whole, so that no other task can come between.
            process.stdin.write(line)
            received = await asyncio.wait_for(self._answered(process.stdin, answer), self.timeout)
        except asyncio.TimeoutError:
            raise TimeoutError(f"no answer to {method} within {self.timeout} s") from None
        finally:
            self._waiting.pop(ident, None)
        if received is None:
            raise exited(await process.wait())
        return _wire.Answer(received).result()

    @staticmethod
    async def _answered(
        stdin: asyncio.StreamWriter, answer: asyncio.Future[bytes | None]
    ) -> bytes | None:
        try:
            await stdin.drain()
        except OSError:
            pass  # The process has ended, which the reader tells.
        return await answer

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Hands each answer to the call that waits for it; nobody waits for some any more."""
        assert process.stdout is not None
        lines = _wire.Lines()
        while piece := await process.stdout.read(READ):
            for line in lines.feed(piece):
                ident = _wire.Answer.ident(line)
                answer = self._waiting.pop(ident, None) if ident is not None else None
                if answer is not None and not answer.done():
                    answer.set_result(line)
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result(None)


class AsyncWatch:
    """A document that grows."""

    def __init__(self, client: AsyncClient, schema: str) -> None:
        #: The declaration as the server understood it; empty without one.
        self.schema = schema
        self._client = client
        self._is_open = True

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def feed(self, chunk: str) -> t.WatchFed:
        """More of the document: what changed, and what has become certain."""
        try:
            result: t.WatchFed = await self._client._call("watch.feed", {"chunk": chunk})
        except JsonmendError as error:
            self._is_open = self._is_open and not _wire.is_over(error)
            raise
        return result

    async def finish(self) -> t.WatchFinished:
        """The document is over: what it has become."""
        self._is_open = False
        result: t.WatchFinished = await self._client._call("watch.finish", {})
        return result

    async def close(self) -> None:
        """Makes room for another document, whatever has become of this one."""
        if self._is_open:
            try:
                await self.finish()
            except JsonmendError:
                pass


class AsyncLlm:
    """The stream of a provider."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
        self._is_open = True

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._is_open:
            try:
                await self.close()
            except JsonmendError:
                pass

    async def feed(self, event: str) -> t.Calls:
        """One event as JSON text: the calls that it touched."""
        try:
            result: t.Calls = await self._client._call("llm.feed", {"event": event})
        except JsonmendError as error:
            self._is_open = self._is_open and not _wire.is_over(error)
            raise
        return result

    async def close(self) -> t.LlmResult:
        """The stream is over: every call, and what went wrong."""
        self._is_open = False
        result: t.LlmResult = await self._client._call("llm.close", {})
        return result

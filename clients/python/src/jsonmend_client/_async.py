"""The client for tasks."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _wire
from ._errors import JsonmendError, exited, over
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
        #: Answers to come to calls that opened a stream for nobody.
        self._left: set[asyncio.Future[bytes | None]] = set()
        #: Held by the call that opens a stream: whoever is cancelled learns of it a moment later.
        self._opening = asyncio.Lock()
        self._gone: JsonmendError | None = None
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
        await self._end(process)
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
        try:
            received = await asyncio.wait_for(self._received(method, params), self.timeout)
        except asyncio.TimeoutError:
            raise TimeoutError(f"no answer to {method} within {self.timeout} s") from None
        if received is None:
            raise over(self._gone)
        return _wire.Answer(received).result()

    async def _received(self, method: str, params: _wire.Params) -> bytes | None:
        if method not in _wire.CLOSES:
            return await self._answered(*self._send(method, params))
        async with self._opening:
            if self._left:
                await asyncio.wait(list(self._left))
            stdin, answer = self._send(method, params)
            try:
                return await self._answered(stdin, answer)
            except BaseException:
                self._disown(method, answer)
                raise

    @staticmethod
    async def _answered(
        stdin: asyncio.StreamWriter, answer: asyncio.Future[bytes | None]
    ) -> bytes | None:
        try:
            await stdin.drain()
        except OSError:
            pass  # The process has ended, which the reader tells.
        # Whoever gives up leaves the answer to come.
        return await asyncio.shield(answer)

    def _disown(self, method: str, answer: asyncio.Future[bytes | None]) -> None:
        """Closes the stream that nobody holds, once it is known whether there is one."""
        self._left.add(answer)

        def leave(answer: asyncio.Future[bytes | None]) -> None:
            self._left.discard(answer)
            try:
                if _wire.has_opened(answer.result()):
                    self._send(_wire.CLOSES[method], {})
            except JsonmendError:
                pass  # The connection is over, and the stream with it.

        # Before whoever waits for it goes on: callbacks come in their order.
        answer.add_done_callback(leave)

    def _send(
        self, method: str, params: _wire.Params
    ) -> tuple[asyncio.StreamWriter, asyncio.Future[bytes | None]]:
        """Sends a request: what its answer will be, None where the process ends without one."""
        process = self._process
        if self._is_closed or process is None:
            raise exited(None)
        if self._gone is not None:
            raise over(self._gone)
        assert process.stdin is not None
        ident = next(self._idents)
        # A line is handed over as a whole, so that no other task can come between.
        process.stdin.write(_wire.encode(ident, method, params))
        answer: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        self._waiting[ident] = answer
        return process.stdin, answer

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Hands each answer to the call that it is for, and tells all when there are no more."""
        failure = await self._hear(process)
        status = await self._end(process)
        self._gone = self._gone or failure or exited(status)
        for answer in self._waiting.values():
            answer.set_result(None)
        self._waiting.clear()

    async def _hear(self, process: asyncio.subprocess.Process) -> JsonmendError | None:
        """Reads to the end; gives what is wrong with a line that is no answer."""
        assert process.stdout is not None
        lines = _wire.Lines()
        while piece := await process.stdout.read(READ):
            for line in lines.feed(piece):
                failure = _wire.fault(line)
                if failure is not None:
                    process.kill()
                    return failure
                ident = _wire.Answer.ident(line)
                answer = self._waiting.pop(ident, None) if ident is not None else None
                if answer is not None:
                    answer.set_result(line)
        return None

    @staticmethod
    async def _end(process: asyncio.subprocess.Process) -> int:
        """The exit status of the process, which is stopped if it does not end by itself."""
        try:
            return await asyncio.wait_for(process.wait(), GRACE)
        except asyncio.TimeoutError:
            if process.returncode is None:
                process.kill()
            return await process.wait()


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

"""The client for threads."""

from __future__ import annotations

import contextlib
import itertools
import os
import queue
import subprocess
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _wire
from ._errors import JsonmendError, exited, over
from ._find import find

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from . import _types as t

#: How long a process may take to end once its input is over, in seconds.
GRACE = 2.0


class Client:
    """A process of jm-serve and the methods that it answers to. Threads may share it.

    ``arguments`` are options of jm-serve, as ``["--profile", "agent"]``: the defaults of every call.
    ``timeout`` is how long a call may take until its answer is there, in seconds; then it raises
    TimeoutError, and the connection goes on. What was asked is still sent.
    """

    def __init__(
        self,
        binary: str | os.PathLike[str] | None = None,
        *,
        arguments: Sequence[str] = (),
        timeout: float | None = None,
    ) -> None:
        self.timeout = timeout
        self._idents = itertools.count(1)
        self._lock = threading.Lock()
        self._waiting: dict[int, Future[bytes | None]] = {}
        #: Set once the late answer has come to a call that opened a stream for nobody.
        self._left: list[threading.Event] = []
        self._gone: JsonmendError | None = None
        self._process = subprocess.Popen(
            [find(binary), "--stdio", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        # A process that reads nothing holds up this thread and no call. None is the end.
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="to jm-serve", daemon=True)
        self._reader = threading.Thread(target=self._read, name="from jm-serve", daemon=True)
        self._writer.start()
        self._reader.start()
        try:
            _wire.check_protocol(self.hello())
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process: its input is over, and after two seconds it is stopped."""
        with self._lock:
            self._gone = self._gone or exited(None)
        self._outgoing.put(None)
        self._end()
        # Whom the process has started may hold its pipes: nobody waits for that.
        for thread in self._writer, self._reader:
            if thread is not threading.current_thread():
                thread.join(GRACE / 4)
        stdout = self._process.stdout
        if stdout is not None and not self._reader.is_alive():
            stdout.close()

    def hello(self) -> t.Hello:
        """What serves, and what it can do."""
        result: t.Hello = self._call("hello", {})
        return result

    def repair(self, text: str, **options: Unpack[t.Options]) -> t.Repaired:
        """Repairs a text; raises what cannot be repaired and what the profile refuses."""
        result: t.Repaired = self._call("repair", {"text": text, **options})
        return result

    def analyze(self, text: str, **options: Unpack[t.Options]) -> t.Analyzed:
        """Judges a text and says everything about it; raises nothing for what the text is."""
        result: t.Analyzed = self._call("analyze", {"text": text, **options})
        return result

    def validate(self, text: str, **options: Unpack[t.Options]) -> t.Validated:
        """Whether a text is legal JSON as it is written, and what it would take."""
        result: t.Validated = self._call("validate", {"text": text, **options})
        return result

    def readiness(
        self, text: str, *, step: int = 1, **options: Unpack[t.Options]
    ) -> t.ReadinessResult:
        """How early each member of a text was final."""
        params = {"text": text, "step": step, **options}
        result: t.ReadinessResult = self._call("readiness", params)
        return result

    def reduce(
        self, input: t.ReduceInput, options: t.ReduceOptions | None = None
    ) -> t.Reduced:
        """The output of a tool, made short for a model."""
        result: t.Reduced = self._call("reduce", {"input": input, "options": options or {}})
        return result

    def llm_run(self, events: Sequence[str], **options: Unpack[t.LlmOptions]) -> t.LlmResult:
        """The tool calls in the events of one stream, each event as JSON text."""
        result: t.LlmResult = self._call("llm.run", {"events": list(events), **options})
        return result

    def watch(self, **options: Unpack[t.Options]) -> Watch:
        """Begins to watch a document; one at a time."""
        started = self._call("watch.start", {**options})
        return Watch(self, started["schema"])

    def llm(self, **options: Unpack[t.LlmOptions]) -> Llm:
        """Begins to read the stream of a provider; one at a time."""
        self._call("llm.open", {**options})
        return Llm(self)

    def _call(self, method: str, params: _wire.Params) -> Any:
        until = None if self.timeout is None else time.monotonic() + self.timeout

        def left() -> float | None:
            return None if until is None else max(until - time.monotonic(), 0)

        late = f"no answer to {method} within {self.timeout} s"
        if method in _wire.CLOSES and not all(event.wait(left()) for event in list(self._left)):
            raise TimeoutError(late)
        answer = self._send(method, params)
        try:
            received = answer.result(left())
        except BaseException as error:
            if method in _wire.CLOSES:
                self._disown(method, answer)
            if isinstance(error, Late):
                raise TimeoutError(late) from None
            raise
        if received is None:
            raise over(self._gone)
        return _wire.Answer(received).result()

    def _disown(self, method: str, answer: Future[bytes | None]) -> None:
        """Closes the stream that nobody holds, once it is known whether there is one."""
        event = threading.Event()
        self._left.append(event)

        def leave(answer: Future[bytes | None]) -> None:
            try:
                if _wire.has_opened(answer.result()):
                    self._send(_wire.CLOSES[method], {})
            except JsonmendError:
                pass  # The connection is over, and the stream with it.
            finally:
                self._left.remove(event)
                event.set()

        answer.add_done_callback(leave)

    def _send(self, method: str, params: _wire.Params) -> Future[bytes | None]:
        """What the answer will be, None where the process ends without one."""
        ident = next(self._idents)
        line = _wire.encode(ident, method, params)
        answer: Future[bytes | None] = Future()
        with self._lock:
            if self._gone is not None:
                raise over(self._gone)
            self._waiting[ident] = answer
            self._outgoing.put(line)
        return answer

    def _write(self) -> None:
        """Writes what is to be sent, and ends the input of the process."""
        stdin = self._process.stdin
        assert stdin is not None
        try:
            while (line := self._outgoing.get()) is not None:
                stdin.write(line)
                stdin.flush()
            stdin.close()
        except OSError:
            # It listens no more, so it has to end; the reader tells.
            self._end()
            with contextlib.suppress(OSError):
                stdin.close()

    def _read(self) -> None:
        """Hands each answer to the call that it is for."""
        stdout = self._process.stdout
        assert stdout is not None
        failure: JsonmendError | None = None
        # Iterating over bytes ends lines at LF and nowhere else.
        for line in stdout:
            failure = _wire.fault(line)
            if failure is not None:
                self._process.kill()
                break
            ident = _wire.Answer.ident(line)
            answer = self._waiting.pop(ident, None) if ident is not None else None
            if answer is not None:
                answer.set_result(line)
        status = self._end()
        with self._lock:
            self._gone = self._gone or failure or exited(status)
            waiting, self._waiting = self._waiting, {}
        for answer in waiting.values():
            answer.set_result(None)

    def _end(self) -> int:
        """The exit status of the process, which is stopped if it does not end by itself."""
        try:
            return self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


class Watch:
    """A document that grows."""

    def __init__(self, client: Client, schema: str) -> None:
        #: The declaration as the server understood it; empty without one.
        self.schema = schema
        self._client = client
        self._is_open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def feed(self, chunk: str) -> t.WatchFed:
        """More of the document: what changed, and what has become certain."""
        try:
            result: t.WatchFed = self._client._call("watch.feed", {"chunk": chunk})
        except JsonmendError as error:
            self._is_open = self._is_open and not _wire.is_over(error)
            raise
        return result

    def finish(self) -> t.WatchFinished:
        """The document is over: what it has become."""
        self._is_open = False
        result: t.WatchFinished = self._client._call("watch.finish", {})
        return result

    def close(self) -> None:
        """Makes room for another document, whatever has become of this one."""
        if self._is_open:
            try:
                self.finish()
            except JsonmendError:
                pass


class Llm:
    """The stream of a provider."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._is_open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_open:
            try:
                self.close()
            except JsonmendError:
                pass

    def feed(self, event: str) -> t.Calls:
        """One event as JSON text: the calls that it touched."""
        try:
            result: t.Calls = self._client._call("llm.feed", {"event": event})
        except JsonmendError as error:
            self._is_open = self._is_open and not _wire.is_over(error)
            raise
        return result

    def close(self) -> t.LlmResult:
        """The stream is over: every call, and what went wrong."""
        self._is_open = False
        result: t.LlmResult = self._client._call("llm.close", {})
        return result

"""The client for threads."""

from __future__ import annotations

import itertools
import os
import queue
import subprocess
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _wire
from ._errors import JsonmendError, exited
from ._find import find

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from . import _types as t

#: How long a process may take to end once its input is over, in seconds.
GRACE = 2.0


class Client:
    """A process of jm-serve and the methods that it answers to. Threads may share it.

    ``arguments`` are options of jm-serve, as ``["--profile", "agent"]``: the defaults of every call.
    ``timeout`` is how long a call may wait for its answer, in seconds; then it raises TimeoutError, and
    the connection goes on.
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
        self._waiting: dict[int, queue.SimpleQueue[bytes | None]] = {}
        self._is_over = False
        self._process = subprocess.Popen(
            [find(binary), "--stdio", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._reader = threading.Thread(target=self._read, name="jm-serve", daemon=True)
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
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.close()
        except OSError:
            pass  # It has ended already, or what was to be written is of no interest any more.
        try:
            process.wait(GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if threading.current_thread() is not self._reader:
            self._reader.join()
            process.stdout.close()

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
        ident = next(self._idents)
        answer: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        line = _wire.encode(ident, method, params)
        try:
            self._send(ident, line, answer)
            received = answer.get(timeout=self.timeout)
        except queue.Empty:
            raise TimeoutError(f"no answer to {method} within {self.timeout} s") from None
        finally:
            self._waiting.pop(ident, None)
        if received is None:
            raise exited(self._process.wait())
        return _wire.Answer(received).result()

    def _send(self, ident: int, line: bytes, answer: queue.SimpleQueue[bytes | None]) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        with self._lock:
            if stdin.closed:
                raise exited(None)
            self._waiting[ident] = answer
            if self._is_over:
                answer.put(None)
                return
            try:
                stdin.write(line)
                stdin.flush()
            except OSError:
                answer.put(None)

    def _read(self) -> None:
        """Hands each answer to the call that waits for it; nobody waits for some any more."""
        stdout = self._process.stdout
        assert stdout is not None
        # Iterating over bytes ends lines at LF and nowhere else.
        for line in stdout:
            ident = _wire.Answer.ident(line)
            answer = self._waiting.pop(ident, None) if ident is not None else None
            if answer is not None:
                answer.put(line)
        with self._lock:
            self._is_over = True
            for answer in list(self._waiting.values()):
                answer.put(None)


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

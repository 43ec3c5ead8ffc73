"""The clients against the real server: `JSONMEND_BIN=… python3 -m unittest discover -s tests`."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock

from jsonmend_client import AsyncClient, Client, JsonmendError, ServerExited, _find, _wire

SEPARATORS = '["\u2028\u2029\u0085 \r\n"'


def fake(folder: str, script: str) -> str:
    """A server of our own that says what `script` prints."""
    path = Path(folder, "jm-serve")
    path.write_text(f"#!{sys.executable}\nimport sys, time, json\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


CALL = (
    '{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","type":"function",'
    '"function":{"name":"f","arguments":"{\\"a\\":\\"x"}}]}}]}'
)

GREETING = """
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] != "hello":
        break
    print(json.dumps({"id": request["id"], "ok": True, "result": {"protocol": 1}}), flush=True)
"""


#: Its output is over, and it lives.
CLOSED = "import os\nos.close(1)\ntime.sleep(60)"


class SyncTest(unittest.TestCase):
    client: Client

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = Client(timeout=60)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.close()

    def test_hello(self) -> None:
        hello = self.client.hello()
        self.assertEqual((hello["name"], hello["protocol"], hello["streams"]), ("jsonmend", 1, 1))

    def test_repair(self) -> None:
        result = self.client.repair("{a:1,}")
        self.assertEqual((result["text"], result["exactness"]), ('{"a":1}', "cosmetic"))
        self.assertEqual([repair["code"] for repair in result["repairs"]], ["R002", "R004"])

    def test_a_refusal_has_its_code_place_and_prompt(self) -> None:
        with self.assertRaises(JsonmendError) as caught:
            self.client.repair('["a" "b"]', profile="execution")
        error = caught.exception
        self.assertEqual((error.code, error.exit, error.offset, error.byte), ("E011", 5, 5, 5))
        self.assertEqual((error.line, error.column), (1, 6))
        assert error.retry_hint is not None
        self.assertIn("Class: adjacent_strings.", error.retry_hint)
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((copy.code, copy.retry_hint, str(copy)), (error.code, error.retry_hint, str(error)))

    def test_a_bad_option_is_an_error_and_the_connection_goes_on(self) -> None:
        options: Any = {"profile": "careful"}
        with self.assertRaises(JsonmendError) as caught:
            self.client.repair("1", **options)
        self.assertEqual((caught.exception.code, caught.exception.offset), ("E050", None))
        self.assertEqual(self.client.repair("1")["text"], "1")

    def test_analyze_raises_nothing(self) -> None:
        plan = self.client.analyze("{:1}")
        self.assertEqual((plan["decision"], plan["text"]), ("invalid", None))
        assert plan["retry"] is not None
        self.assertIn("E003", plan["retry"]["prompt"])

    def test_validate_and_schema(self) -> None:
        self.assertEqual(self.client.validate("[1]")["valid"], True)
        declared = {"type": "object", "required": ["a"]}
        checked = self.client.validate("{}", schema_json=declared)
        self.assertEqual(checked["schema"]["missing"], ["/a"])
        self.assertEqual(self.client.validate("[1,]").get("repaired"), "[1]")

    def test_readiness(self) -> None:
        ready = self.client.readiness('{"a":1,"b":"x"}', schema="{!a:integer}", step=2)
        self.assertEqual((ready["step"], ready["length"]), (2, 15))
        self.assertEqual([field["path"] for field in ready["fields"]], ["/a", "/b"])

    def test_watch(self) -> None:
        with self.client.watch(schema="{!a:string}") as document:
            self.assertEqual(document.schema, "{!a:string}")
            fed = document.feed('{"a":"x","b')
            self.assertEqual([event["kind"] for event in fed["events"]], ["field.settled", "schema.satisfied"])
            finished = document.finish()
        self.assertEqual(finished["final"]["value"]["a"], "x")
        assert finished["watcher_final"] is not None

    def test_a_stream_that_is_left_makes_room(self) -> None:
        with self.assertRaises(KeyError), self.client.watch() as document:
            document.feed("[")
            raise KeyError
        with self.client.watch() as document, self.assertRaises(JsonmendError) as caught:
            self.client.watch()
        self.assertEqual(caught.exception.code, "E050")

    def test_a_stream_that_has_failed_does_not_end_the_next(self) -> None:
        failed = self.client.watch(max_depth=1)
        with self.assertRaises(JsonmendError):
            failed.feed("[[")
        with self.client.watch() as document:
            failed.close()
            document.feed("[1]")
            self.assertEqual(document.finish()["final"]["text"], "[1]")

    def test_lines_end_at_lf_only(self) -> None:
        repaired = self.client.repair(SEPARATORS + "]")
        self.assertEqual(self.client.analyze(repaired["text"])["value"], [SEPARATORS[2:-1]])

    def test_half_a_pair_is_refused_by_the_server(self) -> None:
        with self.assertRaises(JsonmendError) as caught:
            self.client.repair('"\ud800"')
        self.assertEqual(caught.exception.code, "E050")

    def test_numbers_that_python_cannot_hold(self) -> None:
        digits = "7" * 5000
        plan = self.client.analyze(f"[{digits},1e400,12345678901234567890123]")
        self.assertEqual(plan["text"], f"[{digits},1e400,12345678901234567890123]")
        self.assertEqual(plan["value"], [float("inf"), float("inf"), 12345678901234567890123])

    def test_a_value_too_deep_for_python_is_an_error_of_its_call(self) -> None:
        deep = "[" * 1024 + "]" * 1024
        self.assertEqual(self.client.repair(deep)["text"], deep)
        try:
            self.assertEqual(self.client.analyze(deep)["text"], deep)
        except JsonmendError as error:
            self.assertEqual(error.code, "E020")
        self.assertEqual(self.client.repair("1")["text"], "1")

    def test_a_line_too_long_is_an_error_of_its_call(self) -> None:
        room = _wire.MAX_LINE - len('{"id":1000,"method":"repair","params":{"text":"[]"}}')
        with self.assertRaises(JsonmendError) as caught:
            self.client.repair("[" + "1" * (9 << 20) + "]")
        self.assertEqual(caught.exception.code, "E050")
        self.assertEqual(self.client.repair("[" + " " * room + "]")["text"], "[]")

    def test_a_large_text_goes_and_comes(self) -> None:
        text = '["' + "é" * (1 << 20) + '"]'
        self.assertEqual(self.client.repair(text)["text"], text)

    def test_threads_share_a_client(self) -> None:
        def ask(number: int) -> bool:
            return self.client.repair(f"[{number},]")["text"] == f"[{number}]"

        with ThreadPoolExecutor(8) as pool:
            self.assertTrue(all(pool.map(ask, range(400))))

    def test_defaults(self) -> None:
        with Client(arguments=["--profile", "agent"]) as client, self.assertRaises(JsonmendError) as caught:
            client.repair("[1]")
        self.assertEqual(caught.exception.code, "E013")

    def test_a_stream_of_a_provider(self) -> None:
        with self.client.llm(provider="openai", schema="{!a:integer}") as stream:
            [call] = stream.feed(CALL)["calls"]
            self.assertEqual((call["done"], call["value"], call["open_path"]), (False, {"a": "x"}, "/a"))
            ended = stream.close()
        [call] = ended["calls"]
        self.assertEqual((call["end"], call["executable"], call["schema"]["ok"]), ("interrupted", False, False))
        run = self.client.llm_run([CALL], provider="openai", schema="{!a:integer}")
        self.assertEqual(run, ended)
        with self.client.llm():
            with self.assertRaises(JsonmendError):
                self.client.llm()
        with self.client.llm() as stream:
            self.assertEqual(stream.close()["calls"], [])

    def test_reduce(self) -> None:
        if "reduce" in self.client.hello()["capabilities"]:
            reduced = self.client.reduce({"toolName": "bash", "stdout": "hello\n"})
            self.assertIn("hello", reduced["inlineText"])


class EndTest(unittest.TestCase):
    def test_close_ends_the_process_and_may_be_repeated(self) -> None:
        client = Client()
        client.close()
        client.close()
        self.assertEqual(client._process.returncode, 0)
        with self.assertRaises(ServerExited):
            client.repair("1")

    def test_the_end_of_the_process_is_an_error_with_its_status(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            client = Client(fake(folder, GREETING + "print('half an ans', end='', flush=True)\nsys.exit(7)"))
            with client:
                for _ in range(2):
                    with self.assertRaises(ServerExited) as caught:
                        client.repair("1")
                    self.assertEqual((caught.exception.code, caught.exception.exit), ("E051", 7))

    def test_a_server_that_is_killed_wakes_who_waits(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with Client(fake(folder, GREETING + "time.sleep(60)")) as client:
                threading.Timer(0.2, client._process.kill).start()
                with self.assertRaises(ServerExited):
                    client.repair("1")

    def test_a_timeout_leaves_the_connection(self) -> None:
        answer = """
time.sleep(0.6)
for request in [request, json.loads(sys.stdin.readline())]:
    print(json.dumps({"id": request["id"], "ok": True, "result": request["params"]}), flush=True)
sys.stdin.read()
"""
        with tempfile.TemporaryDirectory() as folder:
            with Client(fake(folder, GREETING + answer), timeout=0.2) as client:
                with self.assertRaises(TimeoutError):
                    client.repair("1")
                client.timeout = 20
                self.assertEqual(client.repair("2")["text"], "2")

    def test_one_that_reads_nothing_holds_up_neither_a_call_nor_close(self) -> None:
        client = Client(timeout=0.5)
        client._process.send_signal(signal.SIGSTOP)
        for _ in range(2):
            begun = time.monotonic()
            with self.assertRaises(TimeoutError):
                client.repair("x" * 300_000)
            self.assertLess(time.monotonic() - begun, 2)
        begun = time.monotonic()
        client.close()
        self.assertLess(time.monotonic() - begun, 5)
        self.assertEqual(client._process.returncode, -signal.SIGKILL)

    def test_an_output_that_is_closed_ends_the_process(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch("jsonmend_client._sync.GRACE", 0.2):
            with Client(fake(folder, GREETING + CLOSED)) as client, self.assertRaises(ServerExited) as caught:
                client.repair("1")
            self.assertEqual(caught.exception.exit, -signal.SIGKILL)

    def test_what_is_no_answer_ends_the_connection(self) -> None:
        for script in "print('warning: x', flush=True)", "print(json.dumps(request['id']), flush=True)":
            with tempfile.TemporaryDirectory() as folder:
                with Client(fake(folder, GREETING + script + "\ntime.sleep(60)")) as client:
                    for _ in range(2):
                        with self.assertRaisesRegex(JsonmendError, "no answer") as caught:
                            client.repair("1")
                        self.assertEqual(caught.exception.code, "E051")

    def test_an_answer_that_is_no_json_is_an_error_of_its_call(self) -> None:
        script = "print('{\"id\":%d,\"ok\":tr' % request['id'], flush=True)\ntime.sleep(60)"
        with tempfile.TemporaryDirectory() as folder, mock.patch("jsonmend_client._sync.GRACE", 0.2):
            with Client(fake(folder, GREETING + script)) as client:
                with self.assertRaisesRegex(JsonmendError, "no answer"):
                    client.repair("1")

    def test_a_stream_that_nobody_holds_is_closed(self) -> None:
        with Client(timeout=0.3) as client:
            for opens in client.watch, client.llm:
                client._process.send_signal(signal.SIGSTOP)
                client.timeout = 0.3
                for _ in range(2):
                    with self.assertRaises(TimeoutError):
                        opens()
                client._process.send_signal(signal.SIGCONT)
                client.timeout = 60
                with opens():
                    with self.assertRaises(JsonmendError):
                        opens()

    def test_a_late_refusal_leaves_the_stream_that_is_open(self) -> None:
        with Client(timeout=60) as client, client.watch() as document:
            client._process.send_signal(signal.SIGSTOP)
            client.timeout = 0.3
            with self.assertRaises(TimeoutError):
                client.watch()
            client._process.send_signal(signal.SIGCONT)
            client.timeout = 60
            document.feed("[1]")
            self.assertEqual(document.finish()["final"]["text"], "[1]")

    def test_one_that_does_not_end_is_stopped(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            client = Client(fake(folder, GREETING + "time.sleep(60)"))
            with mock.patch("jsonmend_client._sync.GRACE", 0.1):
                client.close()
            self.assertNotEqual(client._process.returncode, 0)

    def test_another_protocol_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(JsonmendError, "protocol 2"):
                Client(fake(folder, GREETING.replace('"protocol": 1', '"protocol": 2')))

    def test_usage_is_an_error(self) -> None:
        with self.assertRaises(ServerExited) as caught:
            Client(arguments=["--nope"])
        self.assertEqual(caught.exception.exit, 2)


class FindTest(unittest.TestCase):
    def test_what_is_named_is_taken_and_the_rest_in_order(self) -> None:
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as scripts:
            program = fake(folder, "")
            with mock.patch.dict(os.environ, {"JSONMEND_BIN": "/elsewhere", "PATH": folder}):
                self.assertEqual(_find.find(folder), program)
                self.assertEqual(_find.find("/named"), "/named")
                self.assertEqual(_find.find(None), "/elsewhere")
                os.environ["JSONMEND_BIN"] = folder
                self.assertEqual(_find.find(None), program)
                del os.environ["JSONMEND_BIN"]
                with mock.patch("sysconfig.get_path", return_value=scripts):
                    self.assertEqual(_find.find(None), program)
                    bundled = fake(scripts, "")
                    self.assertEqual(_find.find(None), bundled)
                    os.remove(bundled)
                    os.environ["PATH"] = scripts
                    with self.assertRaises(FileNotFoundError):
                        _find.find(None)


class WireTest(unittest.TestCase):
    def test_lines_come_once_however_they_are_cut(self) -> None:
        text = "a\n\nb\u2028c\r\n\u0085d\n".encode()
        for size in range(1, len(text) + 1):
            lines = _wire.Lines()
            found = [line for at in range(0, len(text), size) for line in lines.feed(text[at : at + size])]
            self.assertEqual(found, [b"a\n", b"\n", "b\u2028c\r\n".encode(), "\u0085d\n".encode()])

    def test_an_answer_names_its_request(self) -> None:
        ident = _wire.Answer.ident
        self.assertEqual(ident(b'{"id":12,"ok":true}\n'), 12)
        for line in [b'{"id":12,"ok":tr', b'{"id":null,"ok":false}\n', b"\n", b'{"id":"1","ok":true}\n']:
            self.assertIsNone(ident(line))


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    async def test_every_method(self) -> None:
        async with AsyncClient(timeout=60) as client:
            self.assertEqual((await client.hello())["protocol"], 1)
            self.assertEqual((await client.repair("{a:1,}"))["text"], '{"a":1}')
            self.assertEqual((await client.analyze("{:1}"))["decision"], "invalid")
            self.assertEqual((await client.validate("[1]"))["valid"], True)
            self.assertEqual((await client.readiness('{"a":1}'))["length"], 7)
            async with await client.watch(schema="{!a:string}") as document:
                await document.feed('{"a":"x"')
                self.assertEqual((await document.finish())["final"]["text"], '{"a":"x"}')
            async with await client.watch():
                with self.assertRaises(JsonmendError):
                    await client.watch()
            with self.assertRaises(JsonmendError) as caught:
                await client.repair("[1", profile="execution")
            self.assertEqual((caught.exception.code, caught.exception.offset), ("E010", 2))
            run = await client.llm_run([CALL], provider="openai")
            async with await client.llm(provider="openai") as stream:
                [call] = (await stream.feed(CALL))["calls"]
                self.assertEqual((call["name"], call["value"]), ("f", {"a": "x"}))
                self.assertEqual(await stream.close(), run)
            async with await client.llm():
                with self.assertRaises(JsonmendError):
                    await client.llm()
            if "reduce" in (await client.hello())["capabilities"]:
                reduced = await client.reduce({"toolName": "bash", "stdout": "hello\n"})
                self.assertIn("hello", reduced["inlineText"])

    async def test_many_calls_at_once_and_answers_beyond_the_limit_of_a_stream_reader(self) -> None:
        async with AsyncClient() as client:
            texts = [f'["{"é" * 100_000}",{number},]' for number in range(20)]
            results = await asyncio.gather(*(client.repair(text) for text in texts))
            self.assertEqual([result["text"] for result in results], [text[:-2] + "]" for text in texts])

    async def test_a_call_that_is_cancelled_leaves_the_connection(self) -> None:
        async with AsyncClient() as client:
            task = asyncio.create_task(client.repair("[" + "1," * 50_000))
            await asyncio.sleep(0)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            self.assertEqual((await client.repair("2"))["text"], "2")

    async def test_the_end_of_the_process_is_an_error(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with AsyncClient(fake(folder, GREETING + "sys.exit(7)")) as client:
                for _ in range(2):
                    with self.assertRaises(ServerExited) as caught:
                        await client.repair("1")
                    self.assertEqual(caught.exception.exit, 7)
            with self.assertRaises(ServerExited):
                await client.repair("1")

    async def test_a_timeout(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with mock.patch("jsonmend_client._async.GRACE", 0.1):
                async with AsyncClient(fake(folder, GREETING + "time.sleep(60)"), timeout=2) as client:
                    client.timeout = 0.1
                    with self.assertRaises(TimeoutError):
                        await client.repair("1")


    async def test_one_that_reads_nothing_holds_up_neither_a_call_nor_close(self) -> None:
        with mock.patch("jsonmend_client._async.GRACE", 0.2):
            async with AsyncClient() as client:
                assert client._process is not None
                client._process.send_signal(signal.SIGSTOP)
                client.timeout = 0.3
                with self.assertRaises(TimeoutError):
                    await client.repair("x" * 300_000)
                await asyncio.wait_for(client.close(), 10)

    async def test_an_output_that_is_closed_ends_the_process(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch("jsonmend_client._async.GRACE", 0.2):
            async with AsyncClient(fake(folder, GREETING + CLOSED)) as client:
                with self.assertRaises(ServerExited) as caught:
                    await client.repair("1")
                self.assertEqual(caught.exception.exit, -signal.SIGKILL)

    async def test_what_is_no_answer_ends_the_connection(self) -> None:
        script = GREETING + "print('warning: x', flush=True)\ntime.sleep(60)"
        with tempfile.TemporaryDirectory() as folder:
            async with AsyncClient(fake(folder, script)) as client:
                for _ in range(2):
                    with self.assertRaisesRegex(JsonmendError, "no answer"):
                        await client.repair("1")

    async def test_a_stream_that_nobody_holds_is_closed(self) -> None:
        async with AsyncClient() as client:
            assert client._process is not None
            for opens in client.watch, client.llm:
                client._process.send_signal(signal.SIGSTOP)
                client.timeout = 0.3
                with self.assertRaises(TimeoutError):
                    await opens()
                client.timeout = None
                task: asyncio.Task[Any] = asyncio.create_task(opens())
                await asyncio.sleep(0.1)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                client._process.send_signal(signal.SIGCONT)
                # Cancelled while its request is under way.
                task = asyncio.create_task(opens())
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                async with await opens():
                    with self.assertRaises(JsonmendError):
                        await opens()
                # Cancelled at any moment, and nobody waits until it has heard of that.
                for moments in range(6):
                    task = asyncio.create_task(opens())
                    for _ in range(moments):
                        await asyncio.sleep(0)
                    task.cancel()
                    async with await opens():
                        pass
                    await asyncio.gather(task, return_exceptions=True)

    async def test_a_late_refusal_leaves_the_stream_that_is_open(self) -> None:
        async with AsyncClient() as client, await client.watch() as document:
            task = asyncio.create_task(client.watch())
            await asyncio.sleep(0)
            task.cancel()
            await document.feed("[1]")
            self.assertEqual((await document.finish())["final"]["text"], "[1]")


class ReadmeTest(unittest.TestCase):
    def test_the_conversations_are_real(self) -> None:
        for page in Path(__file__).parents[1] / "README.md", Path(__file__).parents[3] / "docs" / "GUIDE.md":
            with self.subTest(page):
                self.check(page.read_text())

    def check(self, page: str) -> None:
        """Runs the script of a page, and compares with what stands below it."""
        script, behind = page.split("```python\n")[1].split("```\n", 1)
        shown = behind.split("```text\n")[1].split("```")[0]
        source = str(Path(__file__).parents[1] / "src")
        done = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([source, os.environ.get("PYTHONPATH", "")])},
            capture_output=True,
            text=True,
        )
        self.assertEqual((done.stdout, done.stderr), (shown, ""))


if __name__ == "__main__":
    unittest.main()

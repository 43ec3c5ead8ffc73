"""The official Python client against jm-serve, over standard input and output and over HTTP.

usage: client.py BINARY URL
"""

import asyncio
import json
import shlex
import subprocess
import sys
import tomllib

from mcp import Client, MCPError, StdioServerParameters

BINARY, URL = sys.argv[1:]
NAMES = ["gate", "repair", "validate", "readiness", "reduce"]
MODES = ["auto", "legacy", "2026-07-28"]


async def use(target, mode):
    """Lists the tools and calls each; the client holds results against their schemas."""
    async with Client(target, mode=mode) as client:
        listed = (await client.list_tools()).tools
        names = [tool.name for tool in listed]
        assert names[: len(NAMES)] == NAMES, names
        hints = [tool.annotations for tool in listed]
        assert all(hint.read_only_hint and not hint.open_world_hint for hint in hints)

        gate = await client.call_tool("gate", {"text": '{"a":12345678901234567890.10,}'})
        assert not gate.is_error and gate.structured_content["executable"]
        assert gate.structured_content["text"] == '{"a":12345678901234567890.10}'
        assert json.loads(gate.content[0].text) == gate.structured_content
        for text in ["", "[1", '["a" "b"]', "{:1}"]:
            judged = await client.call_tool("gate", {"text": text})
            assert not judged.is_error and not judged.structured_content["executable"], text

        refused = await client.call_tool("repair", {"text": "[1", "profile": "agent"})
        assert refused.is_error and "JSONMend refused" in refused.content[0].text
        ready = await client.call_tool("readiness", {"text": '{"q":"x"}', "schema": "{!q:string}"})
        assert ready.structured_content["verdict"]["ok"]
        assert (await client.call_tool("validate", {"text": "[1,]"})).structured_content["repaired"] == "[1]"
        for arguments in [{}, {"text": 1}, {"text": "1", "schema": "{"}]:
            assert (await client.call_tool("repair", arguments)).is_error, arguments
        try:
            await client.call_tool("nothing", {})
            raise SystemExit("an unknown tool was called")
        except MCPError as error:
            assert error.code == -32602 and "Unknown tool" in str(error), error


def command(name):
    """The command line that a client would start, out of what is printed for it."""
    line = [BINARY, "--mcp", f"--print-config={name}"]
    text = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    match name:
        case "codex":
            server = tomllib.loads(text)["mcp_servers"]["jsonmend"]
        case "claude":
            words = shlex.split(text)
            words = words[words.index("--") + 1 :]
            return words[0], words[1:]
        case "vscode":
            server = json.loads(text)["servers"]["jsonmend"]
        case "zed":
            server = json.loads(text)["context_servers"]["jsonmend"]
        case _:
            server = json.loads(text)["mcpServers"]["jsonmend"]
    return server["command"], server["args"]


async def main():
    for mode in MODES:
        await use(StdioServerParameters(command=BINARY, args=["--mcp"]), mode)
        await use(URL, mode)
        print(f"ok: {mode}, over stdio and HTTP")
    clients = "cursor vscode codex zed claude claude-desktop windsurf cline".split()
    for name in clients:
        program, arguments = command(name)
        assert program.startswith("/")
        async with Client(StdioServerParameters(command=program, args=arguments)) as client:
            assert len((await client.list_tools()).tools) >= len(NAMES)
    print(f"ok: what is printed for {', '.join(clients)} starts")


asyncio.run(main())

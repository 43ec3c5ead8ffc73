#!/usr/bin/env python3
"""A provider of our own making: one call of a tool as server-sent events, a few bytes of its arguments at a time.

`GET /call` ends as a provider ends. `GET /endless` goes on with a member that nobody needs until the client goes, and
then prints how. The first line printed is the address.
"""

import http.server
import json
import sys
import time

HEAD = ['{"query": "weather in ', 'Oslo", "days', '": 3, "why": "', "because I was "]
TAIL = ["told to", '", }']


def chunk(delta, finish=None):
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    event = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(event)}\n\n"


def events(pieces):
    opening = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "search", "arguments": ""}}
    yield chunk({"role": "assistant", "content": None, "tool_calls": [opening]})
    for piece in pieces:
        yield chunk({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]})
    yield chunk({}, "tool_calls")
    yield "data: [DONE]\n\n"


def endless():
    yield from HEAD
    while True:
        yield "told to, and "


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path not in ("/call", "/endless"):
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        try:
            for event in events(endless() if self.path == "/endless" else HEAD + TAIL):
                self.wfile.write(event.encode())
                self.wfile.flush()
                time.sleep(0.02)
        except OSError as error:
            print(f"the client is gone: {type(error).__name__}", flush=True)

    def log_message(self, *_):
        pass


with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit()

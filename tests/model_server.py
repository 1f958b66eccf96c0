"""A model endpoint on this machine that says what it is told to, and notes what it was asked."""

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

Body = dict[str, Any]


class ModelServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, reply: Callable[[Body], str], answers: int | None) -> None:
        super().__init__(("127.0.0.1", 0), _Replies)
        self.reply, self.answers = reply, answers
        self.asked: list[Body] = []
        self.hold: Event | None = None

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Replies(BaseHTTPRequestHandler):
    server: ModelServer  # pyright: ignore[reportIncompatibleVariableOverride] # the server that made it

    def do_POST(self) -> None:
        body: Body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append(body)
        if self.server.answers is not None and len(self.server.asked) > self.server.answers:
            self.connection.close()
            return
        if self.server.hold is not None:
            self.server.hold.wait(30)
        message = {"role": "assistant", "content": self.server.reply(body)}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        whole = {"id": "x", "object": "chat.completion", "created": 1, "model": body["model"], "choices": [choice]}
        sent = json.dumps({**whole, "usage": usage}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serving(reply: Callable[[Body], str], *, answers: int | None = None) -> Generator[ModelServer]:
    """`answers`: after so many it hangs up on whoever asks."""
    with ModelServer(reply, answers) as made:
        thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield made
        finally:
            if made.hold is not None:
                made.hold.set()
            made.shutdown()
            thread.join()

"""A model endpoint on this machine that judges as it is told to, and notes what it was asked."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

CRITERIA = "criteria"


class JudgeServer(ThreadingHTTPServer):
    """Scores every candidate by its place, and finds every requirement good."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Replies)
        self.asked: list[dict[str, Any]] = []
        self.hold: Event | None = None

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def reply(self, body: dict[str, Any]) -> str:
        wanted: dict[str, Any] = body["response_format"]["json_schema"]["schema"]["properties"]
        if CRITERIA in wanted:
            names = wanted and body["response_format"]["json_schema"]["schema"]["$defs"]["SaidCriterion"]
            known: list[str] = names["properties"]["criterion"]["enum"]
            return json.dumps({CRITERIA: [{"criterion": name, "score": 0.9, "feedback": "good"} for name in known]})
        if "items" in wanted:
            scores = [{"candidate_id": f"c{n}", "score": 99 - n, "reason": f"judged {n}"} for n in range(1, 21)]
            return json.dumps({"items": scores})
        return "{}"


class _Replies(BaseHTTPRequestHandler):
    server: JudgeServer  # pyright: ignore[reportIncompatibleVariableOverride] # the server that made it

    def do_POST(self) -> None:
        body: dict[str, Any] = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append(body)
        if self.server.hold is not None:
            self.server.hold.wait(30)
        message = {"role": "assistant", "content": self.server.reply(body)}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        whole = {"id": "x", "object": "chat.completion", "created": 1, "model": "judge", "choices": [choice]}
        sent = json.dumps(whole).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def judging() -> Generator[JudgeServer]:
    with JudgeServer() as made:
        thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield made
        finally:
            if made.hold is not None:
                made.hold.set()
            made.shutdown()
            thread.join()

"""The service as users run it: a real server on a real port, with real workers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import httpx

from mainspan.service.run import bind, make_server
from mainspan.service.settings import Settings

TOKEN = "a-token-for-the-tests"
BEARER = {"Authorization": f"Bearer {TOKEN}"}


class Running:
    """A service that runs, and a client that calls it."""

    def __init__(self, settings: Settings, app: Any) -> None:
        self.settings = settings
        self.app = app
        self.url = f"http://127.0.0.1:{settings.port}"
        self.client = httpx.Client(base_url=self.url, timeout=120, trust_env=False)

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.client.get(path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> httpx.Response:
        return self.client.post(path, json=body, **options)

    def error(self, answer: httpx.Response) -> tuple[int, str]:
        """The status and the code of an error, which has an id, a message and advice."""
        error = answer.json()["error"]
        assert len(error["id"]) == 12
        assert error["message"]
        assert error["advice"]
        return answer.status_code, error["code"]


@contextmanager
def running(folder: Path, **options: Any) -> Iterator[Running]:
    """A service with these settings, until the end of the block."""
    bound, port = bind("127.0.0.1", 0)
    settings = Settings(**{"port": port, "token": TOKEN, "folder": folder, "workers": 2, **options})
    server = make_server(settings)
    thread = Thread(target=server.run, kwargs={"sockets": [bound]})
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        service = Running(settings, server.config.app)
        with service.client:
            yield service
    finally:
        server.should_exit = True
        thread.join()

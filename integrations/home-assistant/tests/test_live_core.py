"""A whole Home Assistant beside a running Rota, started, stopped and started again; skipped where none is named."""

from collections.abc import Iterator
from contextlib import contextmanager
import json
import os
from pathlib import Path
import shutil
import signal
import socket
import subprocess
import sys
import time
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest

URL, TOKEN, OTHER = (os.environ.get(f"ROTA_{name}", "") for name in ("URL", "TOKEN", "OTHER"))
ROTA = f"{URL}/functions/v1/api/v1"
PATIENCE = 120

pytestmark = [pytest.mark.skipif(not URL, reason="no Rota is named"), pytest.mark.usefixtures("socket_enabled")]


def ask(address: str, token: str = "", body: dict[str, Any] | None = None, form: str = "") -> Any:
    """Ask an HTTP API."""
    data = form.encode() if form else json.dumps(body).encode() if body is not None else None
    kind = "application/x-www-form-urlencoded" if form else "application/json"
    headers = {"Content-Type": kind} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urlopen(Request(address, data, headers), timeout=PATIENCE) as answer:
        return json.load(answer)


class Core:
    """A Home Assistant with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        """Put Rota into it."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.url = f"http://127.0.0.1:{free.getsockname()[1]}"
        self.folder, self.token = folder, ""
        rota = Path(__file__).parents[1] / "custom_components/rota"
        shutil.copytree(rota, folder / "custom_components/rota")
        port = self.url.rsplit(":", 1)[1]
        text = f"http:\n  server_host: 127.0.0.1\n  server_port: {port}\napi:\nconfig:\nconversation:\n"
        (folder / "configuration.yaml").write_text(text)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Start it, and stop it as a service manager does."""
        command = [sys.executable, "-m", "homeassistant", "-c", str(self.folder)]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                self.wait(lambda: ask(f"{self.url}/api/onboarding"))
                yield
            finally:
                process.send_signal(signal.SIGTERM)
        assert process.returncode == 0

    def wait(self, until: Any) -> Any:
        """Wait for an answer."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if found := until():
                    return found
            except URLError:
                pass
            assert time.monotonic() < end
            time.sleep(0.1)

    def sign_up(self) -> None:
        """Make the first account, as its first page does."""
        person = {"client_id": self.url, "name": "Carol", "username": "carol", "password": str(uuid4())}
        code = ask(f"{self.url}/api/onboarding/users", body={**person, "language": "en"})["auth_code"]
        form = f"grant_type=authorization_code&code={code}&client_id={self.url}"
        given = ask(f"{self.url}/auth/token", form=form)
        self.token, self.refresh = given["access_token"], given["refresh_token"]
        self.wait_for_start()

    def sign_in(self) -> None:
        """Come back."""
        form = f"grant_type=refresh_token&refresh_token={self.refresh}&client_id={self.url}"
        self.token = ask(f"{self.url}/auth/token", form=form)["access_token"]
        self.wait_for_start()

    def wait_for_start(self) -> None:
        """Wait until it runs, from when on it listens to signals."""
        self.wait(lambda: self.call("config")["state"] == "RUNNING")

    def call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask its API."""
        return ask(f"{self.url}/api/{path}", self.token, body)

    def list_of(self, title: str) -> tuple[str, str]:
        """Find the list that has an item, and the item's status."""
        for state in self.call("states"):
            if state["entity_id"].startswith("todo.") and state["state"] != "unavailable":
                data = {"entity_id": state["entity_id"], "status": ["needs_action", "completed"]}
                answer = self.call("services/todo/get_items?return_response", data)
                for item in answer["service_response"][state["entity_id"]]["items"]:
                    if item["summary"] == title:
                        return state["entity_id"], item["status"]
        return "", ""


@pytest.mark.timeout(600)
def test_stopped_and_started(tmp_path: Path) -> None:
    """What was ticked by a click and by voice is there after a restart, once, with person and door."""
    household = ask(f"{ROTA}/people", TOKEN)["people"][0]["household"]
    day = ask(f"{ROTA}/today", TOKEN)["day"]
    lines = [f"{name} {uuid4().hex[:8]}" for name in ("Clicked", "Spoken")]
    for line in lines:
        ask(f"{ROTA}/tasks", TOKEN, {"line": f"{line} every day", "household": household["id"]})
    clicked, spoken = lines
    core = Core(tmp_path)
    with core.running():
        core.sign_up()
        flow = core.call("config/config_entries/flow", {"handler": "rota"})
        entry = core.call(f"config/config_entries/flow/{flow['flow_id']}", {"url": URL, "token": TOKEN})
        assert entry["type"] == "create_entry"
        where, status = core.wait(lambda: found if (found := core.list_of(clicked))[0] else None)
        assert status == "needs_action"
        core.call("services/todo/update_item", {"entity_id": where, "item": clicked, "status": "completed"})
        said = {"text": f"check off {spoken} on my {household['name']} list", "language": "en"}
        assert core.call("conversation/process", said)["response"]["response_type"] == "action_done"
        assert core.list_of(spoken) == (where, "completed")
    with core.running():
        core.sign_in()
        for title in lines:
            assert core.wait(lambda title=title: core.list_of(title)[0])
            assert core.list_of(title) == (where, "completed")
            core.call("services/todo/update_item", {"entity_id": where, "item": title, "status": "completed"})
    deeds = ask(f"{ROTA}/record?from={day}&to={day}", OTHER)["deeds"]
    found = [(deed["task"]["title"], deed["door"]["kind"]) for deed in deeds if deed["task"]["title"] in lines]
    assert sorted(found) == [(clicked, "token"), (spoken, "token")]

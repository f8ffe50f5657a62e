"""A Rota server made of answers, and an entry that uses it."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry
from pytest_homeassistant_custom_component.test_util.aiohttp import AiohttpClientMocker

from custom_components.rota.const import DOMAIN
from homeassistant.core import HomeAssistant

URL = "https://rota.test"
API = f"{URL}/functions/v1/api/v1"
HOME = {"id": "10000000-0000-4000-8000-000000000001", "name": "Home"}
CAROL = {"id": "20000000-0000-4000-8000-000000000001", "name": "Carol"}
CAROL_AT_HOME = {"id": "30000000-0000-4000-8000-000000000001", "name": "Carol"}
BOB_AT_HOME = {"id": "30000000-0000-4000-8000-000000000002", "name": "Bob"}
BINS = {"id": "40000000-0000-4000-8000-000000000001", "title": "Bins", "category": "Kitchen", "household": HOME}
GUITAR = {"id": "40000000-0000-4000-8000-000000000002", "title": "Guitar", "category": "Me", "household": None}
DAY = "2026-11-27"


def occurrence(task: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Make an open occurrence of today."""
    return {
        "task": task,
        "day": DAY,
        "dueDay": DAY,
        "isOverdue": False,
        "turn": None,
        "status": "open",
        "doneBy": [],
        "door": None,
        "at": None,
    } | more


class Server:
    """Answers as Rota would; a test changes what it says."""

    def __init__(self, mock: AiohttpClientMocker) -> None:
        """Begin with two tasks."""
        self.mock = mock
        self.people: dict[str, Any] = {
            "me": CAROL,
            "people": [
                {**CAROL_AT_HOME, "household": HOME, "role": "keeper", "isMe": True},
                {**BOB_AT_HOME, "household": HOME, "role": "member", "isMe": False},
            ],
        }
        self.tasks = [{**BINS, "revision": 1}, {**GUITAR, "revision": 1}]
        self.occurrences = [occurrence(BINS, turn=BOB_AT_HOME), occurrence(GUITAR)]
        self.day, self.coming = DAY, "2026-12-04"
        self.is_whole = True
        self.deleted: list[str] = []
        self.deeds: list[dict[str, Any]] = []
        self.untaken: list[dict[str, Any]] = []

    def today(self) -> dict[str, Any]:
        """Make the answer of today."""
        return {"day": self.day, "timeZone": "UTC", "occurrences": self.occurrences}

    def answer(self, api: str = API) -> None:
        """Say what is so now."""
        self.mock.clear_requests()
        self.mock.get(f"{api}/today", json=self.today())
        self.answer_rest(api)

    def answer_rest(self, api: str = API) -> None:
        """Say all but today."""
        self.mock.get(f"{api}/people", json=self.people)
        changes = {"next": "n", "isWhole": self.is_whole, "people": self.people["people"], "deleted": self.deleted}
        self.mock.get(f"{api}/changes", json={**changes, "tasks": self.tasks, "deeds": self.deeds})
        self.mock.get(f"{api}/record", json={"deeds": self.deeds, "next": None})
        for task in self.tasks:
            coming = [{"day": self.day, "turn": None}, {"day": self.coming, "turn": BOB_AT_HOME}]
            path = f"{api}/tasks/{task['id']}"
            self.mock.get(path, json={"task": task, "next": coming, "recent": []})
            for verb in ("done", "undo", "skip", "put-off", "note"):
                state = {"task": task, "day": DAY, "dueDay": DAY, "status": "done", "untaken": self.untaken}
                self.mock.post(f"{path}/{verb}", json=state)
        self.mock.post(f"{api}/tasks", status=201, json={"task": self.tasks[0]})
        self.mock.post(f"{api}/events", json={"tasks": []})

    def refuse(self, path: str, status: int, code: str, detail: str) -> None:
        """Answer a path with a problem."""
        self.mock.clear_requests()
        problem = {"type": f"urn:rota:{code}", "title": code, "status": status, "code": code, "detail": detail}
        self.mock.get(f"{API}/{path}", status=status, json=problem)
        self.mock.post(f"{API}/{path}", status=status, json=problem)

    def sent(self, path: str) -> list[Any]:
        """Find the bodies that were posted to a path."""
        return [body for verb, url, body, _ in self.mock.mock_calls if verb == "POST" and url.path.endswith(path)]


@pytest.fixture(autouse=True)
def _use_custom(enable_custom_integrations: None) -> None:
    """Load the integration from here."""


@pytest.fixture
def server(aioclient_mock: AiohttpClientMocker) -> Server:
    """A server that answers."""
    server = Server(aioclient_mock)
    server.answer()
    return server


@pytest.fixture
def entry(hass: HomeAssistant) -> MockConfigEntry:
    """Carol's own token."""
    entry = MockConfigEntry(
        domain=DOMAIN,
        title="Carol",
        unique_id=CAROL["id"],
        data={"url": URL, "token": "rota_secret", "webhook_id": "hook"},
        options={"secret": "", "users": {}},
    )
    entry.add_to_hass(hass)
    return entry


type SetUp = Callable[[], Any]


@pytest.fixture
def set_up(hass: HomeAssistant, entry: MockConfigEntry, server: Server) -> SetUp:
    """Load the entry, or load it again."""

    async def load() -> MockConfigEntry:
        assert await hass.config_entries.async_setup(entry.entry_id)
        await hass.async_block_till_done()
        return entry

    return load

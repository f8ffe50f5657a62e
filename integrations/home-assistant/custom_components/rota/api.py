"""Calls Rota's API, version 1."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, NotRequired, TypedDict

from aiohttp import ClientError, ClientSession, ClientTimeout
from yarl import URL

TIMEOUT = ClientTimeout(total=30)


class RotaError(Exception):
    """Rota can't be reached, or answers with something else than its API."""


class RotaAuthError(RotaError):
    """The token doesn't exist, or has ended."""


class RotaRefusedError(RotaError):
    """Rota says no, with a code and a sentence of its own."""

    def __init__(self, code: str, detail: str) -> None:
        """Keep the code, by which a caller can tell reasons apart."""
        super().__init__(detail)
        self.code = code


class Person(TypedDict):
    """Somebody who can be named: in a household's task by the household's id of them."""

    id: str | None
    name: str


class Household(TypedDict):
    """A household that the token reaches."""

    id: str
    name: str


class KnownPerson(Person):
    """Somebody in the list of people: of a household."""

    household: Household
    isMe: bool


class Door(TypedDict):
    """The way in which a deed came, where it wasn't the app."""

    kind: str
    name: str | None


class Task(TypedDict):
    """A task in brief."""

    id: str
    title: str
    category: str
    household: Household | None


class Occurrence(TypedDict):
    """A task on a day; `day` is the one to send, `dueDay` the one to show, both `yyyy-MM-dd`."""

    task: Task
    day: str
    dueDay: str
    isOverdue: bool
    turn: Person | None
    status: str
    doneBy: list[Person]
    door: Door | None
    at: str | None


class TaskId(TypedDict):
    """What a deed tells of its task."""

    id: str
    title: str


class News(TypedDict):
    """A deed that was recorded, taken back, moved or corrected."""

    id: str
    task: TaskId
    day: str
    status: str
    people: list[Person]
    door: Door | None
    at: str
    count: int
    to: str | None


class Deed(TypedDict):
    """What the record has of a day."""

    task: TaskId
    day: str
    status: str
    people: list[Person]
    door: Door | None
    at: str


class Today(TypedDict):
    """What is open today or overdue, and what was done or skipped today."""

    day: str
    timeZone: str
    occurrences: list[Occurrence]


class People(TypedDict):
    """The token's person, or None for a household's token, and everybody who can be named."""

    me: Person | None
    people: list[KnownPerson]


class WholeTask(Task):
    """A task with its rule; only what is used here."""

    revision: int


class Changes(TypedDict):
    """What is new since the last answer."""

    next: str
    isWhole: bool
    people: list[KnownPerson]
    tasks: list[WholeTask]
    deleted: list[str]
    deeds: list[News]


class Answer(TypedDict):
    """The state of a day after a deed."""

    task: TaskId
    day: str
    status: str
    untaken: NotRequired[list[Deed]]


class Next(TypedDict):
    """A coming day of a task."""

    day: str
    turn: Person | None


@dataclass
class _Kept:
    tag: str
    body: Any


class RotaClient:
    """One token of one Rota server."""

    def __init__(self, session: ClientSession, url: str, token: str) -> None:
        """Take the server's address with or without a path."""
        self._session = session
        self._base = URL(url.rstrip("/")) / "functions/v1/api/v1"
        self._token = token
        self._kept: dict[str, _Kept] = {}

    async def people(self) -> People:
        """Read who the token is, and who can be named."""
        people: People = await self._read("people")
        return people

    async def today(self) -> Today:
        """Read the list of today."""
        today: Today = await self._read("today")
        return today

    async def changes(self, since: str | None) -> Changes:
        """Read what is new since `next` of the last answer."""
        query = {"since": since} if since else {}
        changes: Changes = await self._request("GET", "changes", query=query)
        return changes

    async def next_days(self, task: str) -> list[Next]:
        """Read up to ten coming days of a task."""
        coming: list[Next] = (await self._read(f"tasks/{task}"))["next"]
        return coming

    async def record(self, first: str, last: str) -> list[Deed]:
        """Read the deeds of some days, both included."""
        deeds: list[Deed] = []
        start: str | None = first
        while start:
            answer = await self._request("GET", "record", query={"from": start, "to": last})
            deeds += answer["deeds"]
            start = answer["next"]
        return deeds

    async def add(self, line: str, language: str, household: str | None) -> None:
        """Add a task by one line, such as "Bins every Tuesday"."""
        body = {"line": line, "language": language}
        await self._request("POST", "tasks", body={**body, "household": household} if household else body)

    async def act(self, verb: str, task: str, **body: Any) -> Answer:
        """Do what happens on a day: done, undo, skip, put-off or note."""
        given = {name: value for name, value in body.items() if value is not None}
        answer: Answer = await self._request("POST", f"tasks/{task}/{verb}", body=given)
        return answer

    async def report_event(self, body: dict[str, Any]) -> None:
        """Tell that something has happened that tasks wait for."""
        await self._request("POST", "events", body=body)

    async def _read(self, path: str) -> Any:
        """Read an answer that has a tag; "not changed" costs nothing."""
        kept = self._kept.get(path)
        answer = await self._request("GET", path, tag=kept.tag if kept else None)
        return kept.body if answer is None and kept else answer

    async def _request(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, str] | None = None,
        body: dict[str, Any] | None = None,
        tag: str | None = None,
    ) -> Any:
        headers = {"Authorization": f"Bearer {self._token}"}
        if tag:
            headers["If-None-Match"] = tag
        try:
            async with self._session.request(
                method, self._base / path, params=query, json=body, headers=headers, timeout=TIMEOUT
            ) as response:
                if response.status == HTTPStatus.NOT_MODIFIED:
                    return None
                answer = await response.json(content_type=None)
                if response.status == HTTPStatus.UNAUTHORIZED:
                    raise RotaAuthError("The token doesn't exist, or has ended")
                if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                    raise RotaError(f"status {response.status}")
                if response.status >= HTTPStatus.BAD_REQUEST:
                    raise RotaRefusedError(answer["code"], answer["detail"])
                if new_tag := response.headers.get("ETag"):
                    self._kept[path] = _Kept(new_tag, answer)
                return answer
        except (ClientError, TimeoutError, ValueError, KeyError, TypeError) as error:
            raise RotaError(type(error).__name__) from error

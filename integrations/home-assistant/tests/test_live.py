"""Home Assistant at a running Rota with throw-away data; skipped where none is named."""

import asyncio
from collections.abc import AsyncIterator
from datetime import date, timedelta
import os
from typing import Any
from uuid import uuid4

import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry, MockUser, async_capture_events

from custom_components.rota.api import RotaClient
from custom_components.rota.const import DOMAIN
from homeassistant.core import EVENT_STATE_CHANGED, Context, HomeAssistant
from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers import intent
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.setup import async_setup_component

URL, TOKEN, OTHER = (os.environ.get(f"ROTA_{name}", "") for name in ("URL", "TOKEN", "OTHER"))

pytestmark = [pytest.mark.skipif(not URL, reason="no Rota is named"), pytest.mark.usefixtures("socket_enabled")]


async def load(hass: HomeAssistant, token: str) -> MockConfigEntry:
    """Set up a token as its form does."""
    flow = await hass.config_entries.flow.async_init(DOMAIN, context={"source": "user"})
    flow = await hass.config_entries.flow.async_configure(flow["flow_id"], {"url": URL, "token": token})
    await hass.async_block_till_done()
    return flow["result"]


@pytest.fixture(autouse=True)
async def _pace() -> None:
    """Stay below 120 requests a minute, which is what Rota allows a token."""
    await asyncio.sleep(15)


@pytest.fixture
async def entry(hass: HomeAssistant) -> AsyncIterator[MockConfigEntry]:
    """The first token."""
    entry = await load(hass, TOKEN)
    yield entry
    await hass.config_entries.async_unload(entry.entry_id)


@pytest.fixture
async def other(hass: HomeAssistant) -> RotaClient:
    """The API as somebody else in the household."""
    return RotaClient(async_get_clientsession(hass), URL, OTHER)


@pytest.fixture
def where(hass: HomeAssistant, entry: MockConfigEntry) -> str:
    """The household's list."""
    household = entry.runtime_data.data.people[0]["household"]["name"]
    return next(state.entity_id for state in hass.states.async_all("todo") if state.name == household)


async def add(entry: MockConfigEntry, **fields: Any) -> dict[str, Any]:
    """Add a task with a title of its own to the household."""
    household = entry.runtime_data.data.people[0]["household"]["id"]
    body = {"title": f"Task {uuid4()}", "category": "Home", "household": household, **fields}
    task = (await entry.runtime_data.client._request("POST", "tasks", body=body))["task"]
    await entry.runtime_data.async_refresh()
    return task


@pytest.fixture
async def task(entry: MockConfigEntry) -> dict[str, Any]:
    """A task that is open today."""
    return await add(entry, startDate=entry.runtime_data.data.day, repeatValue="daily")


async def status(hass: HomeAssistant, where: str, task: dict[str, Any]) -> list[str]:
    """Read the task's status on the list."""
    data = {"entity_id": where, "status": ["needs_action", "completed"]}
    answer = await hass.services.async_call("todo", "get_items", data, blocking=True, return_response=True)
    return [item["status"] for item in answer[where]["items"] if item["summary"] == task["title"]]


async def tick(hass: HomeAssistant, where: str, task: dict[str, Any], to: str = "completed") -> None:
    """Set the status as a user of Home Assistant does."""
    user = MockUser(is_owner=True).add_to_hass(hass)
    data = {"entity_id": where, "item": task["title"], "status": to}
    await hass.services.async_call("todo", "update_item", data, blocking=True, context=Context(user_id=user.id))


async def seen(other: RotaClient, task: dict[str, Any]) -> dict[str, Any]:
    """Read the task as somebody else."""
    return next(one for one in (await other.today())["occurrences"] if one["task"]["id"] == task["id"])


async def test_tick_and_take_back(
    hass: HomeAssistant, entry: MockConfigEntry, other: RotaClient, where: str, task: dict[str, Any]
) -> None:
    """A tick is seen by others within a second, with person and door, stays over a restart, and is taken back."""
    me, day = entry.runtime_data.data.me, entry.runtime_data.data.day
    assert await status(hass, where, task) == ["needs_action"]
    assert (await seen(other, task))["status"] == "open"
    async with asyncio.timeout(1):
        await tick(hass, where, task)
        done = await seen(other, task)
    assert (done["status"], [one["name"] for one in done["doneBy"]]) == ("done", [me["name"]])
    assert (done["door"]["kind"], bool(done["door"]["name"])) == ("token", True)
    assert await hass.config_entries.async_reload(entry.entry_id)
    await hass.async_block_till_done()
    assert await status(hass, where, task) == ["completed"]
    await tick(hass, where, task)
    deeds = await other.record(day, day)
    assert len([deed for deed in deeds if deed["task"]["id"] == task["id"]]) == 1
    await tick(hass, where, task, "needs_action")
    assert await status(hass, where, task) == ["needs_action"]
    assert (await seen(other, task))["status"] == "open"


async def test_assist(hass: HomeAssistant, other: RotaClient, where: str, task: dict[str, Any]) -> None:
    """What is said to Assist is ticked."""
    assert await async_setup_component(hass, "intent", {})
    await hass.async_block_till_done()
    slots = {"item": {"value": task["title"].lower()}, "name": {"value": hass.states.get(where).name}}
    await intent.async_handle(hass, "test", "HassListCompleteItem", slots)
    assert await status(hass, where, task) == ["completed"]
    assert (await seen(other, task))["status"] == "done"


async def test_deeds(
    hass: HomeAssistant, entry: MockConfigEntry, other: RotaClient, where: str, task: dict[str, Any]
) -> None:
    """What somebody else does is told once, and what was done from here isn't."""
    deeds = where.replace("todo.", "event.") + "_deeds"
    changed = async_capture_events(hass, EVENT_STATE_CHANGED)
    day = entry.runtime_data.data.day
    await tick(hass, where, task)
    await other.act("undo", task["id"], day=day)
    await entry.runtime_data.async_refresh()
    await other.act("skip", task["id"], day=day)
    await entry.runtime_data.async_refresh()
    await hass.async_block_till_done()
    states = {event.data["new_state"].state: event for event in changed if event.data["entity_id"] == deeds}
    told = [event.data["new_state"].attributes for event in states.values()]
    assert [(one["event_type"], one["door"]) for one in told] == [("undone", "token"), ("skipped", "token")]


async def test_report_event(hass: HomeAssistant, entry: MockConfigEntry, other: RotaClient, where: str) -> None:
    """A task that waits for something is due when Home Assistant says that it has happened."""
    name = f"dishwasher {uuid4()}"
    task = await add(entry, startDate=entry.runtime_data.data.day, repeatValue="custom", waitsFor=name)
    assert await status(hass, where, task) == []
    data = {"config_entry_id": entry.entry_id, "name": name.upper()}
    await hass.services.async_call(DOMAIN, "report_event", data, blocking=True)
    assert await status(hass, where, task) == ["needs_action"]
    assert (await seen(other, task))["status"] == "open"
    await tick(hass, where, task)
    assert await status(hass, where, task) == ["completed"]


async def test_actions(hass: HomeAssistant, entry: MockConfigEntry, where: str, task: dict[str, Any]) -> None:
    """Each action does what it says."""

    async def call(action: str, **data: Any) -> list[str]:
        data = {"config_entry_id": entry.entry_id, "task": task["title"], **data}
        await hass.services.async_call(DOMAIN, action, data, blocking=True)
        return await status(hass, where, task)

    someone = entry.runtime_data.data.people[0]["name"]
    assert await call("done", people=[someone]) == ["completed"]
    assert await call("note", text="The lid is broken.") == ["completed"]
    assert await call("undo") == ["needs_action"]
    assert await call("skip") == ["completed"]
    assert await call("undo") == ["needs_action"]


async def test_add_and_put_off(hass: HomeAssistant, entry: MockConfigEntry, other: RotaClient, where: str) -> None:
    """A line becomes a task of the household, and another date puts its day off."""
    title, today = f"Plants {uuid4().hex[:8]}", date.fromisoformat(entry.runtime_data.data.day)
    await hass.services.async_call(
        "todo", "add_item", {"entity_id": where, "item": f"{title} every week"}, blocking=True
    )
    assert await status(hass, where, {"title": title}) == ["needs_action"]
    [task] = [one for one in entry.runtime_data.data.tasks.values() if one["title"] == title]
    assert task["household"] == entry.runtime_data.data.people[0]["household"]
    tomorrow = today + timedelta(days=1)
    data = {"entity_id": where, "item": title, "due_date": tomorrow.isoformat()}
    await hass.services.async_call("todo", "update_item", data, blocking=True)
    assert await status(hass, where, {"title": title}) == []
    assert (await other.next_days(task["id"]))[0]["day"] == tomorrow.isoformat()


@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25"])
async def test_changes_of_the_clock(hass: HomeAssistant, entry: MockConfigEntry, where: str, day: str) -> None:
    """A day on which the clock changes is that day in the record and on the calendar."""
    await hass.config.async_set_time_zone("Europe/Berlin")
    task = await add(entry, startDate="2026-03-01", repeatValue="daily")
    data = {"config_entry_id": entry.entry_id, "task": task["id"], "day": day}
    await hass.services.async_call(DOMAIN, "done", data, blocking=True)
    days = where.replace("todo.", "calendar.") + "_days"
    data = {"entity_id": days, "start_date_time": "2026-03-01 00:00:00", "end_date_time": "2026-11-01 00:00:00"}
    answer = await hass.services.async_call("calendar", "get_events", data, blocking=True, return_response=True)
    found = [one["start"] for one in answer[days]["events"] if one["summary"] == f"✓ {task['title']}"]
    assert found == [day]


async def test_scope_is_too_small(hass: HomeAssistant, entry: MockConfigEntry, where: str) -> None:
    """A token that may not add tasks is told so by Rota."""
    await hass.config_entries.async_unload(entry.entry_id)
    second = await load(hass, OTHER)
    where = next(state.entity_id for state in hass.states.async_all("todo") if state.state != "unavailable")
    data = {"entity_id": where, "item": "Plants every week"}
    with pytest.raises(ServiceValidationError, match="not allowed"):
        await hass.services.async_call("todo", "add_item", data, blocking=True)
    await hass.config_entries.async_unload(second.entry_id)

"""What Home Assistant shows of Rota, and writes into it."""

from datetime import timedelta
import json
from pathlib import Path
import time
from typing import Any
from unittest.mock import patch

from freezegun.api import FrozenDateTimeFactory
import probatio
import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry, MockUser, async_fire_time_changed
from pytest_homeassistant_custom_component.components.diagnostics import get_diagnostics_for_config_entry
from standardwebhooks import Webhook

from homeassistant import components
from homeassistant.components.todo import TodoItem, TodoItemStatus
from homeassistant.config_entries import SOURCE_REAUTH, SOURCE_USER, ConfigEntryState
from homeassistant.core import Context, HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import intent
from homeassistant.helpers.network import NoURLAvailableError
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
from homeassistant.util.yaml import load_yaml_dict

from .conftest import API, BINS, BOB_AT_HOME, CAROL, CAROL_AT_HOME, DAY, GUITAR, HOME, URL, Server, SetUp, occurrence

HOME_LIST, OWN_LIST = "todo.home", "todo.carol"
SECRET = "whsec_" + "A" * 32


async def items(hass: HomeAssistant, list_id: str) -> list[dict[str, Any]]:
    answer = await hass.services.async_call(
        "todo",
        "get_items",
        {"entity_id": list_id, "status": ["needs_action", "completed"]},
        blocking=True,
        return_response=True,
    )
    return answer[list_id]["items"]


async def update(hass: HomeAssistant, list_id: str, item: str, user: str | None = None, **more: Any) -> None:
    data = {"entity_id": list_id, "item": item, **more}
    await hass.services.async_call("todo", "update_item", data, blocking=True, context=Context(user_id=user))


async def poll(hass: HomeAssistant) -> None:
    async_fire_time_changed(hass, dt_util.utcnow() + timedelta(minutes=6))
    await hass.async_block_till_done(wait_background_tasks=True)


async def test_lists(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """A household and a person have a list, and what is done stays on it."""
    server.occurrences[1] = occurrence(GUITAR, status="done", at="2026-11-27T10:00:00+00:00", doneBy=[CAROL])
    server.answer()
    await set_up()
    assert hass.states.get(HOME_LIST).state == "1"
    assert hass.states.get("sensor.home_left_today").state == "1"
    assert await items(hass, HOME_LIST) == [
        {"summary": "Bins", "uid": f"{BINS['id']}/{DAY}", "status": "needs_action", "due": DAY, "description": "Bob"}
    ]
    [own] = await items(hass, OWN_LIST)
    assert (own["status"], own["completed"]) == ("completed", "2026-11-27T10:00:00+00:00")


async def test_what_is_left(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """What is done isn't left, and what is of today isn't overdue."""
    before = occurrence(BINS, day="2026-11-20", dueDay="2026-11-20", isOverdue=True)
    server.occurrences = [before, occurrence(BINS), occurrence(GUITAR, status="done", isOverdue=True)]
    server.answer()
    entry = await set_up()
    names = [f"sensor.{name}" for name in ("home_left_today", "home_overdue", "carol_left_today", "carol_overdue")]
    assert [bool(hass.states.get(name)) for name in names] == [True, False, True, False]
    for name in names:
        er.async_get(hass).async_update_entity(name, disabled_by=None)
    await hass.config_entries.async_reload(entry.entry_id)
    await hass.async_block_till_done()
    assert [hass.states.get(name).state for name in names] == ["2", "1", "0", "0"]


async def test_tick_as_a_person(hass: HomeAssistant, set_up: SetUp, server: Server, entry: MockConfigEntry) -> None:
    """Who ticks is who the options say, in that household."""
    bob = MockUser(id="bob", name="Bob", is_owner=True).add_to_hass(hass)
    hass.config_entries.async_update_entry(entry, options={"secret": "", "users": {bob.id: [BOB_AT_HOME["id"]]}})
    await set_up()
    await update(hass, HOME_LIST, "Bins", bob.id, status="completed")
    assert server.sent("/done") == [{"day": DAY, "people": [BOB_AT_HOME["id"]]}]
    await update(hass, OWN_LIST, "Guitar", bob.id, status="completed")
    assert server.sent("/done")[1:] == [{"day": DAY}]


async def test_nobody_to_name(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """A household's token asks who did it."""
    server.people["me"] = None
    server.answer()
    await set_up()
    with pytest.raises(ServiceValidationError, match="Who did it"):
        await update(hass, HOME_LIST, "Bins", status="completed")
    assert server.sent("/done") == []


async def test_undo_and_put_off(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """An item is opened again, or gets another day; its title is Rota's."""
    server.occurrences[1] = occurrence(GUITAR, status="done", at="2026-11-27T10:00:00+00:00")
    server.answer()
    await set_up()
    await update(hass, OWN_LIST, "Guitar", status="needs_action")
    assert server.sent("/undo") == [{"day": DAY}]
    await update(hass, HOME_LIST, "Bins", due_date="2026-11-29")
    assert server.sent("/put-off") == [{"day": DAY, "to": "2026-11-29"}]
    with pytest.raises(ServiceValidationError, match="changed in Rota"):
        await update(hass, HOME_LIST, "Bins", rename="Bins and glass")
    sent = len(server.mock.mock_calls)
    await update(hass, HOME_LIST, "Bins", status="needs_action")
    assert len(server.mock.mock_calls) == sent


async def test_gone_in_the_meantime(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """An item that has left the list while somebody looked at it isn't written."""
    await set_up()
    entity = hass.data["todo"].get_entity(HOME_LIST)
    with pytest.raises(ServiceValidationError, match="isn't on the list"):
        await entity.async_update_todo_item(TodoItem(summary="Bins", uid="else", status=TodoItemStatus.COMPLETED))
    assert server.sent("/done") == []


async def test_somebody_was_first(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """Who comes second is told who was first."""
    server.untaken = [{"task": BINS, "day": DAY, "status": "done", "people": [BOB_AT_HOME], "door": None, "at": "x"}]
    server.answer()
    await set_up()
    with pytest.raises(HomeAssistantError, match="Bins has been recorded already: Bob"):
        await update(hass, HOME_LIST, "Bins", status="completed")


async def test_add_by_line(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """A new item is a line, in the household's list or in one's own."""
    await set_up()
    for list_id in (HOME_LIST, OWN_LIST):
        data = {"entity_id": list_id, "item": "Plants every week"}
        await hass.services.async_call("todo", "add_item", data, blocking=True)
    line = {"line": "Plants every week", "language": "en"}
    assert server.sent("/tasks") == [{**line, "household": HOME["id"]}, line]
    data = {"entity_id": OWN_LIST, "item": "Passport", "due_date": "2026-12-24"}
    await hass.services.async_call("todo", "add_item", data, blocking=True)
    assert server.sent("/tasks")[2:] == [{"line": "Passport 2026-12-24", "language": "en"}]
    server.refuse("tasks", 403, "NOT_ALLOWED", "You may not do this")
    with pytest.raises(ServiceValidationError, match="You may not do this"):
        await hass.services.async_call("todo", "add_item", data, blocking=True)


async def test_assist(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """An item is ticked by voice."""
    assert await async_setup_component(hass, "intent", {})
    await set_up()
    slots = {"item": {"value": "bins"}, "name": {"value": "home"}}
    await intent.async_handle(hass, "test", "HassListCompleteItem", slots)
    assert server.sent("/done") == [{"day": DAY}]


async def test_assist_names_nobody(hass: HomeAssistant, set_up: SetUp, server: Server, entry: MockConfigEntry) -> None:
    """Who speaks isn't known, and isn't whoever came before."""
    bob = MockUser(id="bob", name="Bob", is_owner=True).add_to_hass(hass)
    hass.config_entries.async_update_entry(entry, options={"secret": "", "users": {bob.id: [BOB_AT_HOME["id"]]}})
    server.people["me"] = None
    server.answer()
    assert await async_setup_component(hass, "intent", {})
    await set_up()
    slots = {"item": {"value": "bins"}, "name": {"value": "home"}}
    await update(hass, HOME_LIST, "Bins", bob.id, status="completed")
    with pytest.raises(intent.IntentUnexpectedError):
        await intent.async_handle(hass, "test", "HassListCompleteItem", slots)
    with pytest.raises(ServiceValidationError, match="changed in Rota"):
        await update(hass, HOME_LIST, "Bins", bob.id, rename="Glass")
    with pytest.raises(intent.IntentUnexpectedError):
        await intent.async_handle(hass, "test", "HassListCompleteItem", slots)
    assert server.sent("/done") == [{"day": DAY, "people": [BOB_AT_HOME["id"]]}]


def news(status: str, door: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    task = {"id": BINS["id"], "title": "Bins"}
    at = "2026-11-27T10:00:00+00:00"
    return {
        "id": "n1",
        "task": task,
        "day": DAY,
        "status": status,
        "people": [BOB_AT_HOME],
        "door": door,
        "at": at,
        "count": 1,
        "to": None,
    } | more


async def test_deeds(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """A deed of somebody else is an event with name and door, once, however often it is told."""
    await set_up()
    server.deeds = [news("put-off", {"kind": "display", "name": "Hall"}, to="2026-11-28")]
    server.answer()
    await poll(hass)
    first = hass.states.get("event.home_deeds")
    assert hass.states.get("event.carol_deeds").state == "unknown"
    await poll(hass)
    assert hass.states.get("event.home_deeds").state == first.state
    told = hass.states.get("event.home_deeds").attributes
    expected = {
        "event_type": "put_off",
        "title": "Bins",
        "people": ["Bob"],
        "door": "display",
        "door_name": "Hall",
        "to": "2026-11-28",
    }
    assert {name: told[name] for name in expected} == expected
    server.deeds += [news("skipped", id="n2")]
    server.answer()
    await poll(hass)
    told = hass.states.get("event.home_deeds").attributes
    assert (told["event_type"], told["door"], told["door_name"]) == ("skipped", "app", None)


HERE = {"kind": "token", "name": "Home Assistant"}


@pytest.mark.parametrize(
    ("action", "status"), [("done", "done"), ("undo", "undone"), ("skip", "skipped"), ("put_off", "put-off")]
)
async def test_own_deeds(hass: HomeAssistant, set_up: SetUp, server: Server, action: str, status: str) -> None:
    """What was recorded from here doesn't come back; what another program recorded does."""
    entry = await set_up()
    data = {"config_entry_id": entry.entry_id, "task": "Bins"} | ({"to": "2026-11-28"} if action == "put_off" else {})
    server.deeds = [news(status, HERE)]
    server.answer()
    await hass.services.async_call("rota", action, data, blocking=True)
    await poll(hass)
    assert hass.states.get("event.home_deeds").state == "unknown"
    server.deeds += [news(status, HERE | {"name": "Panel"}, id="n2")]
    server.answer()
    await poll(hass)
    assert hass.states.get("event.home_deeds").attributes["door_name"] == "Panel"


async def test_own_deed_that_is_none(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """What changed nothing, or was refused, hides nobody else's deed."""
    await set_up()
    await update(hass, HOME_LIST, "Bins", status="completed")
    server.refuse(f"tasks/{BINS['id']}/done", 409, "ALREADY_DONE", "Done already.")
    with pytest.raises(ServiceValidationError, match="Done already"):
        await update(hass, HOME_LIST, "Bins", status="completed")
    server.deeds = [news("done", HERE)]
    server.answer()
    await poll(hass)
    assert hass.states.get("event.home_deeds").attributes["event_type"] == "done"


async def test_own_deed_told_late(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """A deed is one's own, too, when Rota couldn't be asked right after it."""
    await set_up()
    server.mock.clear_requests()
    server.mock.post(f"{API}/tasks/{BINS['id']}/done", json={"task": BINS, "day": DAY, "status": "done"})
    server.mock.get(f"{API}/changes", status=503, json={})
    await update(hass, HOME_LIST, "Bins", status="completed")
    assert hass.states.get(HOME_LIST).state == "unavailable"
    server.deeds = [news("done", HERE)]
    server.answer()
    await poll(hass)
    assert hass.states.get(HOME_LIST).state == "1"
    assert hass.states.get("event.home_deeds").state == "unknown"


async def test_calendar(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """The calendar has what was done, what is open, and what comes."""
    await set_up()
    server.deeds = [news("done", day="2026-11-20")]
    server.answer()
    data = {
        "entity_id": "calendar.home_days",
        "start_date_time": "2026-11-19 00:00:00",
        "end_date_time": "2026-12-05 00:00:00",
    }
    answer = await hass.services.async_call("calendar", "get_events", data, blocking=True, return_response=True)
    found = [(one["start"], one["summary"]) for one in answer["calendar.home_days"]["events"]]
    assert sorted(found) == [("2026-11-20", "✓ Bins"), (DAY, "Bins"), ("2026-12-04", "Bins")]
    state = hass.states.get("calendar.home_days")
    assert (state.attributes["message"], state.attributes["all_day"]) == ("Bins", True)
    asked = len([url for _, url, _, _ in server.mock.mock_calls if url.path.endswith(BINS["id"])])
    data |= {"start_date_time": "2026-11-28 00:00:00"}
    answer = await hass.services.async_call("calendar", "get_events", data, blocking=True, return_response=True)
    assert [one["start"] for one in answer["calendar.home_days"]["events"]] == ["2026-12-04"]
    assert len([url for _, url, _, _ in server.mock.mock_calls if url.path.endswith(BINS["id"])]) == asked
    server.refuse("record", 503, "UNAVAILABLE", "Later.")
    data |= {"start_date_time": "2026-11-19 00:00:00", "end_date_time": "2026-11-20 00:00:00"}
    with pytest.raises(HomeAssistantError, match="can't be reached"):
        await hass.services.async_call("calendar", "get_events", data, blocking=True, return_response=True)
    server.occurrences = []
    server.answer()
    await poll(hass)
    assert "message" not in hass.states.get("calendar.home_days").attributes


@pytest.mark.parametrize(
    ("before", "day", "after", "first", "last"),
    [
        ("2026-03-28", "2026-03-29", "2026-03-30", "2026-03-28T23:00:00+00:00", "2026-03-29T22:00:00+00:00"),
        ("2026-10-24", "2026-10-25", "2026-10-26", "2026-10-24T22:00:00+00:00", "2026-10-25T23:00:00+00:00"),
    ],
)
async def test_changes_of_the_clock(
    hass: HomeAssistant,
    set_up: SetUp,
    server: Server,
    freezer: FrozenDateTimeFactory,
    before: str,
    day: str,
    after: str,
    first: str,
    last: str,
) -> None:
    """A day of 23 or of 25 hours is one day, in any zone of Home Assistant: Rota says which."""
    await hass.config.async_set_time_zone("Europe/Berlin")
    freezer.move_to(first)
    server.day, server.coming = day, after
    server.occurrences = [occurrence(BINS, day=day, dueDay=day)]
    server.answer()
    await set_up()
    server.deeds = [news("done", day=one, id=one) for one in (before, day)]
    server.answer()
    data = {"entity_id": "calendar.home_days", "start_date_time": first, "end_date_time": last}
    answer = await hass.services.async_call("calendar", "get_events", data, blocking=True, return_response=True)
    found = [(one["start"], one["summary"]) for one in answer["calendar.home_days"]["events"]]
    assert found == [(day, "✓ Bins"), (day, "Bins")]
    [item] = await items(hass, HOME_LIST)
    assert item["due"] == day
    await hass.config.async_set_time_zone("America/Los_Angeles")
    data = {"entity_id": HOME_LIST, "item": "Bins", "status": "completed"}
    await hass.services.async_call("todo", "update_item", data, blocking=True)
    assert server.sent("/done") == [{"day": day}]
    freezer.move_to(last)
    server.day = after
    server.occurrences = [occurrence(BINS, day=after, dueDay=after)]
    server.answer()
    async_fire_time_changed(hass)
    await hass.async_block_till_done(wait_background_tasks=True)
    [item] = await items(hass, HOME_LIST)
    assert (item["due"], item["uid"]) == (after, f"{BINS['id']}/{after}")


async def test_actions(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """Actions say what a list can't, and refuse what isn't there."""
    entry = await set_up()

    async def call(action: str, **data: Any) -> None:
        await hass.services.async_call("rota", action, {"config_entry_id": entry.entry_id, **data}, blocking=True)

    await call("done", task="bins", people="Bob")
    assert server.sent("/done") == [{"day": DAY, "people": [BOB_AT_HOME["id"]]}]
    await call("skip", task=BINS["id"], day="2026-11-26")
    assert server.sent("/skip") == [{"day": "2026-11-26"}]
    await call("put_off", task="Bins", to="2026-11-28")
    await call("note", task="Bins", text="The lid is broken.")
    await call("undo", task="Bins")
    assert server.sent("/note") == [{"day": DAY, "text": "The lid is broken."}]
    assert server.sent("/put-off") == [{"day": DAY, "to": "2026-11-28"}]
    assert server.sent("/undo") == [{"day": DAY}]
    with pytest.raises(ServiceValidationError, match="There is no task Moon"):
        await call("skip", task="Moon")
    with pytest.raises(ServiceValidationError, match="nobody called zoe"):
        await call("done", task="Bins", people=["Zoe"])
    server.refuse(f"tasks/{BINS['id']}/skip", 422, "VALIDATION_FAILED", "Not a day of this task.")
    with pytest.raises(ServiceValidationError, match=r"Not a day of this task\."):
        await call("skip", task="Bins")
    server.tasks.append({**server.tasks[0], "id": "else"})
    server.answer()
    await poll(hass)
    with pytest.raises(ServiceValidationError, match="more than one task Bins"):
        await call("skip", task="Bins")
    await hass.config_entries.async_unload(entry.entry_id)
    with pytest.raises(ServiceValidationError):
        await call("skip", task=BINS["id"])


async def report(hass: HomeAssistant, entry: MockConfigEntry, **data: Any) -> None:
    data = {"config_entry_id": entry.entry_id, **data}
    await hass.services.async_call("rota", "report_event", data, blocking=True)


async def test_report_event(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """What has happened is told as it is called, and what waits for it is on the list at once."""
    server.occurrences = []
    server.answer()
    entry = await set_up()
    assert hass.states.get(HOME_LIST).state == "0"
    server.occurrences = [occurrence(BINS)]
    server.answer()
    await report(hass, entry, name="dishwasher done")
    await report(hass, entry, name="Drier hours", number="312.1239")
    assert server.sent("/events") == [{"name": "dishwasher done"}, {"name": "Drier hours", "number": 312.124}]
    assert hass.states.get(HOME_LIST).state == "1"
    assert hass.states.get("event.home_deeds").state == "unknown"


@pytest.mark.parametrize(
    ("status", "code", "kind", "says"),
    [
        (403, "NOT_ALLOWED", ServiceValidationError, "You may not do this"),
        (422, "VALIDATION_FAILED", ServiceValidationError, "You may not do this"),
        (401, "UNAUTHENTICATED", HomeAssistantError, "The token has ended"),
        (503, "UNAVAILABLE", HomeAssistantError, "^Rota can't be reached: status 503$"),
    ],
)
async def test_report_event_is_refused(
    hass: HomeAssistant, set_up: SetUp, server: Server, status: int, code: str, kind: type[Exception], says: str
) -> None:
    """A token that only reads, an ended one, and a server that is away are told apart."""
    entry = await set_up()
    server.refuse("events", status, code, "You may not do this")
    with pytest.raises(kind, match=says) as raised:
        await report(hass, entry, name="dishwasher done")
    assert type(raised.value) is kind
    await hass.async_block_till_done()
    assert bool(hass.config_entries.flow.async_progress()) is (status == 401)


async def test_report_event_needs_a_name_and_an_entry(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """What can't be told isn't sent."""
    entry = await set_up()
    with pytest.raises(probatio.MultipleInvalid):
        await report(hass, entry)
    with pytest.raises(ServiceValidationError):
        await report(hass, entry, config_entry_id="else", name="dishwasher done")
    assert server.sent("/events") == []


async def test_webhook(
    hass: HomeAssistant, set_up: SetUp, server: Server, entry: MockConfigEntry, hass_client_no_auth: Any
) -> None:
    """A signed call brings changes at once; any other brings nothing."""
    hass.config_entries.async_update_entry(entry, options={"secret": SECRET, "users": {}})
    await set_up()
    client = await hass_client_no_auth()
    asked = server.mock.call_count
    answer = await client.post("/api/webhook/hook", data="{}", headers={"webhook-id": "m"})
    assert (answer.status, server.mock.call_count) == (401, asked)
    now = dt_util.utcnow()
    signature = Webhook(SECRET).sign("m", now, "{}")
    headers = {"webhook-id": "m", "webhook-timestamp": str(int(time.time())), "webhook-signature": signature}
    server.occurrences.pop(0)
    server.answer()
    answer = await client.post("/api/webhook/hook", data="{}", headers=headers)
    await hass.async_block_till_done(wait_background_tasks=True)
    assert answer.status == 204
    assert hass.states.get(HOME_LIST).state == "0"
    assert await hass.config_entries.async_unload(entry.entry_id)


async def test_unreachable_and_back(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """Lists are unavailable as long as Rota is."""
    await set_up()
    server.refuse("changes", 503, "UNAVAILABLE", "Later.")
    await poll(hass)
    assert hass.states.get(HOME_LIST).state == "unavailable"
    server.answer()
    await poll(hass)
    assert hass.states.get(HOME_LIST).state == "1"


async def test_lists_come_and_go(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """A list that is gone takes its device along, and one that is new brings it."""
    await set_up()
    people, tasks, occurrences = server.people["people"], server.tasks, server.occurrences
    server.people["people"] = []
    server.tasks = [{**GUITAR, "revision": 1}]
    server.occurrences = [occurrence(GUITAR)]
    server.answer()
    await poll(hass)
    assert [one.name for one in dr.async_get(hass).devices] == ["Carol"]
    assert hass.states.get(OWN_LIST).state == "1"
    assert hass.states.get(HOME_LIST) is None
    server.people["people"], server.tasks, server.occurrences = people, tasks, occurrences
    server.answer()
    await poll(hass)
    assert hass.states.get(HOME_LIST).state == "1"
    assert hass.states.get("sensor.home_left_today").state == "1"


async def test_changes(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """Only what is new is asked for, and what is deleted is forgotten."""
    entry = await set_up()
    server.is_whole = False
    server.tasks, server.deleted = [{**GUITAR, "revision": 2, "title": "Piano"}], [BINS["id"]]
    server.answer()
    await poll(hass)
    asked = [url for _, url, _, _ in server.mock.mock_calls if url.path.endswith("/changes")]
    assert [url.query.get("since") for url in asked] == ["n"]
    assert [task["title"] for task in entry.runtime_data.data.tasks.values()] == ["Piano"]


async def test_unchanged_answers(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """An answer with a tag is asked for by it, and kept as long as it is the same."""
    server.mock.clear_requests()
    server.mock.get(f"{API}/today", json=server.today(), headers={"ETag": "one"})
    server.answer_rest()
    await set_up()
    server.mock.clear_requests()
    server.mock.get(f"{API}/today", status=304)
    server.answer_rest()
    await poll(hass)
    tags = [sent["If-None-Match"] for _, url, _, sent in server.mock.mock_calls if url.path.endswith("/today")]
    assert tags == ["one"]
    assert hass.states.get(HOME_LIST).state == "1"


async def test_brand(hass: HomeAssistant, hass_client: Any) -> None:
    """Home Assistant finds the icon."""
    assert await async_setup_component(hass, "brands", {})
    client = await hass_client()
    answer = await client.get("/api/brands/integration/rota/icon.png")
    icon = Path(__file__).parents[1] / "custom_components/rota/brand/icon.png"
    assert await answer.read() == icon.read_bytes()


@pytest.mark.parametrize(
    ("given", "status", "errors"),
    [
        ({"url": "rota.test"}, 200, {"url": "no_address"}),
        ({}, 401, {"token": "invalid_auth"}),
        ({}, 500, {"base": "cannot_connect"}),
    ],
)
async def test_config_flow(
    hass: HomeAssistant, server: Server, given: dict[str, str], status: int, errors: dict[str, str]
) -> None:
    """What is wrong is said at its field, and then it is set up."""
    flow = await hass.config_entries.flow.async_init("rota", context={"source": SOURCE_USER})
    data = {"url": URL, "token": "rota_secret"}
    server.refuse("people", status, "X", "x")
    flow = await hass.config_entries.flow.async_configure(flow["flow_id"], {**data, **given})
    assert flow["errors"] == errors
    server.answer()
    flow = await hass.config_entries.flow.async_configure(flow["flow_id"], data)
    assert (flow["type"], flow["title"]) == (FlowResultType.CREATE_ENTRY, "Carol")
    again = await hass.config_entries.flow.async_init("rota", context={"source": SOURCE_USER})
    again = await hass.config_entries.flow.async_configure(again["flow_id"], data)
    assert again["reason"] == "already_configured"


async def test_a_household_s_token(hass: HomeAssistant, server: Server) -> None:
    """A household's token is known by its household."""
    server.people["me"] = None
    server.answer()
    flow = await hass.config_entries.flow.async_init("rota", context={"source": SOURCE_USER})
    flow = await hass.config_entries.flow.async_configure(flow["flow_id"], {"url": URL, "token": "rota_x"})
    assert (flow["title"], flow["result"].unique_id) == ("Home", HOME["id"])


async def test_token_ends(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """An ended token asks for a new one, of the same person."""
    entry = await set_up()
    server.refuse("changes", 401, "UNAUTHENTICATED", "x")
    await poll(hass)
    [flow] = hass.config_entries.flow.async_progress()
    assert flow["context"]["source"] == SOURCE_REAUTH
    server.people["me"] = {"id": "else", "name": "Else"}
    server.answer()
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], {"token": "rota_other"})
    assert result["reason"] == "unique_id_mismatch"
    server.people["me"] = CAROL
    server.answer()
    flow = await entry.start_reauth_flow(hass)
    server.refuse("people", 401, "UNAUTHENTICATED", "x")
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], {"token": "rota_old"})
    assert result["errors"] == {"token": "invalid_auth"}
    server.answer()
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], {"token": "rota_new"})
    assert (result["reason"], entry.data["token"]) == ("reauth_successful", "rota_new")
    await hass.async_block_till_done()


async def test_reconfigure(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """An address can change, which leaves the entities as they are; whose token it is can't."""
    entry = await set_up()
    before = set(er.async_get(hass).entities)
    data = {"url": "https://home.test:8443/", "token": "rota_new"}
    people = "https://home.test:8443/functions/v1/api/v1/people"
    flow = await entry.start_reconfigure_flow(hass)
    server.mock.get(people, status=502, text="<html>")
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], data)
    assert result["errors"] == {"base": "cannot_connect"}
    server.mock.clear_requests()
    server.mock.get(people, json=server.people | {"me": {"id": "else", "name": "Else"}})
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], data)
    assert result["reason"] == "unique_id_mismatch"
    flow = await entry.start_reconfigure_flow(hass)
    server.answer("https://home.test:8443/functions/v1/api/v1")
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], data)
    assert (result["reason"], entry.data["url"]) == ("reconfigure_successful", data["url"])
    await hass.async_block_till_done()
    assert hass.states.get(HOME_LIST).state == "1"
    assert set(er.async_get(hass).entities) == before


async def test_options(hass: HomeAssistant, set_up: SetUp, server: Server) -> None:
    """Users are mapped to people, and a secret is checked."""
    user = MockUser(id="u1", name="Carol's phone").add_to_hass(hass)
    entry = await set_up()
    flow = await hass.config_entries.options.async_init(entry.entry_id)
    flow = await hass.config_entries.options.async_configure(flow["flow_id"], {"secret": "hunter2"})
    assert flow["errors"] == {"secret": "no_secret"}
    flow = await hass.config_entries.options.async_configure(flow["flow_id"], {"secret": "whsec_x"})
    assert flow["errors"] == {"secret": "no_secret"}
    given = {"secret": SECRET, "Carol's phone": [CAROL_AT_HOME["id"]]}
    flow = await hass.config_entries.options.async_configure(flow["flow_id"], given)
    assert flow["type"] == FlowResultType.CREATE_ENTRY
    assert entry.options == {"secret": SECRET, "users": {user.id: [CAROL_AT_HOME["id"]]}}
    await hass.async_block_till_done()
    assert entry.runtime_data.update_interval == timedelta(minutes=5)


async def test_options_show_the_webhook(hass: HomeAssistant, set_up: SetUp) -> None:
    """The address for a webhook is shown where Home Assistant has one."""
    entry = await set_up()
    with patch("homeassistant.components.webhook.get_url", side_effect=NoURLAvailableError):
        flow = await hass.config_entries.options.async_init(entry.entry_id)
    assert flow["description_placeholders"] == {"webhook_url": "-"}
    await hass.config.async_update(external_url="https://home.test")
    flow = await hass.config_entries.options.async_init(entry.entry_id)
    assert flow["description_placeholders"] == {"webhook_url": "https://home.test/api/webhook/hook"}


async def test_options_without_rota(hass: HomeAssistant, server: Server, entry: MockConfigEntry) -> None:
    """Who is who can't be asked as long as Rota can't."""
    server.refuse("changes", 503, "UNAVAILABLE", "Later.")
    assert not await hass.config_entries.async_setup(entry.entry_id)
    assert entry.state is ConfigEntryState.SETUP_RETRY
    flow = await hass.config_entries.options.async_init(entry.entry_id)
    assert flow["reason"] == "cannot_connect"


async def test_diagnostics(hass: HomeAssistant, set_up: SetUp, server: Server, hass_client: Any) -> None:
    """Nothing that somebody wrote leaves, and no token."""
    entry = await set_up()
    text = json.dumps(await get_diagnostics_for_config_entry(hass, hass_client, entry))
    for canary in ("Bins", "Carol", "rota_secret", "rota.test", "hook"):
        assert canary not in text.replace("webhook_id", "")
    assert entry.state is ConfigEntryState.LOADED


def test_quality_scale() -> None:
    """Each rule that the core has is answered."""
    ours = Path(__file__).parents[1] / "custom_components/rota/quality_scale.yaml"
    core = Path(components.__file__).with_name("habitica") / "quality_scale.yaml"
    assert load_yaml_dict(ours)["rules"].keys() == load_yaml_dict(core)["rules"].keys()


def test_translations() -> None:
    """Each language has the texts of English, with the same slots."""
    folder = Path(__file__).parents[1] / "custom_components/rota/translations"

    def texts(value: Any, path: str = "") -> dict[str, list[str]]:
        if isinstance(value, str):
            return {path: sorted(part.split("}")[0] for part in value.split("{")[1:])}
        found = [texts(inner, f"{path}/{name}") for name, inner in value.items()]
        return {name: slots for one in found for name, slots in one.items()}

    english = texts(json.loads((folder / "en.json").read_text()))
    for file in folder.glob("*.json"):
        assert texts(json.loads(file.read_text())) == english, file.name

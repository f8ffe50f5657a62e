"""Ticks on a running Rota; skipped where none is named."""

from collections.abc import AsyncIterator
import os

import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry, MockUser

from custom_components.rota.const import DOMAIN
from homeassistant.core import Context, HomeAssistant

URL, TOKEN, TASK = (os.environ.get(f"ROTA_{name}", "") for name in ("URL", "TOKEN", "TASK"))

pytestmark = [pytest.mark.skipif(not TASK, reason="no Rota is named"), pytest.mark.usefixtures("socket_enabled")]


@pytest.fixture
async def entry(hass: HomeAssistant) -> AsyncIterator[MockConfigEntry]:
    """The token that the environment names."""
    entry = MockConfigEntry(domain=DOMAIN, unique_id="live", data={"url": URL, "token": TOKEN, "webhook_id": "live"})
    entry.add_to_hass(hass)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    yield entry
    await hass.config_entries.async_unload(entry.entry_id)


def where(hass: HomeAssistant) -> str:
    """Find the list that has the task."""
    for state in hass.states.async_all("todo"):
        entity = hass.data["todo"].get_entity(state.entity_id)
        if any(item.summary == TASK for item in entity.todo_items or []):
            return state.entity_id
    pytest.fail(f"no list has {TASK}")


def status(hass: HomeAssistant) -> str:
    """Read the task's status on its list."""
    items = hass.data["todo"].get_entity(where(hass)).todo_items
    return next(str(item.status) for item in items if item.summary == TASK)


async def tick(hass: HomeAssistant, to: str) -> None:
    """Set the status as a user of Home Assistant does."""
    user = MockUser(is_owner=True).add_to_hass(hass)
    data = {"entity_id": where(hass), "item": TASK, "status": to}
    await hass.services.async_call("todo", "update_item", data, blocking=True, context=Context(user_id=user.id))
    await hass.async_block_till_done()


async def test_tick_and_take_back(hass: HomeAssistant, entry: MockConfigEntry) -> None:
    """A tick is in the record by its door, is there after a restart, and is taken back."""
    assert status(hass) == "needs_action"
    await tick(hass, "completed")
    assert status(hass) == "completed"
    client, day = entry.runtime_data.client, entry.runtime_data.data.day
    deeds = await client.record(day, day)
    assert [deed["door"]["kind"] for deed in deeds if deed["task"]["title"] == TASK] == ["token"]
    assert await hass.config_entries.async_reload(entry.entry_id)
    await hass.async_block_till_done()
    assert status(hass) == "completed"
    await tick(hass, "needs_action")
    assert status(hass) == "needs_action"
    days = {"entity_id": "calendar." + where(hass).split(".")[1] + "_days", "duration": {"days": 7}}
    await hass.services.async_call("calendar", "get_events", days, blocking=True, return_response=True)

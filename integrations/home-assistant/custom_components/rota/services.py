"""Actions for what a to-do list can't say."""

from typing import Any

import probatio

from homeassistant.const import ATTR_CONFIG_ENTRY_ID
from homeassistant.core import HomeAssistant, ServiceCall, callback
from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers import service

from .api import RotaError
from .const import DOMAIN
from .coordinator import RotaConfigEntry, RotaCoordinator

TASK = {
    probatio.Required(ATTR_CONFIG_ENTRY_ID): cv.string,
    probatio.Required("task"): cv.string,
    probatio.Optional("day"): cv.date,
}
EVENT = probatio.Schema(
    {
        probatio.Required(ATTR_CONFIG_ENTRY_ID): cv.string,
        probatio.Required("name"): cv.string,
        probatio.Optional("number"): probatio.All(probatio.Coerce(float), probatio.Range(min=0, max=1e12)),
    }
)
DONE = probatio.Schema({**TASK, probatio.Optional("people"): probatio.All(cv.ensure_list, [cv.string])})
SKIP = probatio.Schema(TASK)
UNDO = probatio.Schema(TASK)
PUT_OFF = probatio.Schema({**TASK, probatio.Required("to"): cv.date})
NOTE = probatio.Schema({**TASK, probatio.Required("text"): cv.string})


@callback
def async_setup_services(hass: HomeAssistant) -> None:
    """Set up the actions, whether or not an entry is loaded."""

    async def act(call: ServiceCall, verb: str, **body: Any) -> None:
        coordinator = _coordinator(call)
        task, household = _task(coordinator, call.data["task"])
        day = call.data["day"].isoformat() if "day" in call.data else coordinator.data.day
        if verb == "done":
            body["people"] = _people(coordinator, call, household)
        await coordinator.act(verb, task, day=day, **body)

    async def done(call: ServiceCall) -> None:
        await act(call, "done")

    async def undo(call: ServiceCall) -> None:
        await act(call, "undo")

    async def skip(call: ServiceCall) -> None:
        await act(call, "skip")

    async def put_off(call: ServiceCall) -> None:
        await act(call, "put-off", to=call.data["to"].isoformat())

    async def note(call: ServiceCall) -> None:
        await act(call, "note", text=call.data["text"])

    async def report_event(call: ServiceCall) -> None:
        coordinator = _coordinator(call)
        body = {key: call.data[key] for key in ("name", "number") if key in call.data}
        if "number" in body:
            body["number"] = round(body["number"], 3)
        try:
            await coordinator.client.report_event(body)
        except RotaError as error:
            raise coordinator.refusal(error) from error
        await coordinator.async_refresh()

    hass.services.async_register(DOMAIN, "done", done, DONE)
    hass.services.async_register(DOMAIN, "undo", undo, UNDO)
    hass.services.async_register(DOMAIN, "skip", skip, SKIP)
    hass.services.async_register(DOMAIN, "put_off", put_off, PUT_OFF)
    hass.services.async_register(DOMAIN, "note", note, NOTE)
    hass.services.async_register(DOMAIN, "report_event", report_event, EVENT)


def _coordinator(call: ServiceCall) -> RotaCoordinator:
    entry: RotaConfigEntry = service.async_get_config_entry(call.hass, DOMAIN, call.data[ATTR_CONFIG_ENTRY_ID])
    return entry.runtime_data


def _task(coordinator: RotaCoordinator, named: str) -> tuple[str, str | None]:
    """Find a task by its id, or by its title if only one has it."""
    tasks = coordinator.data.tasks
    found = [
        task for task in tasks.values() if task["id"] == named or task["title"].casefold() == named.strip().casefold()
    ]
    if len(found) != 1:
        raise ServiceValidationError(
            translation_domain=DOMAIN,
            translation_key="two_tasks" if found else "no_task",
            translation_placeholders={"title": named},
        )
    household = found[0]["household"]
    return found[0]["id"], household["id"] if household else None


def _people(coordinator: RotaCoordinator, call: ServiceCall, household: str | None) -> list[str] | None:
    """Find those who are named, else who the user of Home Assistant is."""
    if "people" not in call.data:
        return coordinator.person_of(call.context.user_id, household)
    there = {
        person["name"].casefold(): person["id"]
        for person in coordinator.data.people
        if person["id"] and person["household"]["id"] == household
    }
    try:
        return [there[name.strip().casefold()] for name in call.data["people"]]
    except KeyError as error:
        raise ServiceValidationError(
            translation_domain=DOMAIN,
            translation_key="no_person",
            translation_placeholders={"name": str(error.args[0])},
        ) from error

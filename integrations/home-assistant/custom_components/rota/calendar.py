"""A calendar: what was done, what is open, and what comes."""

from datetime import date, datetime, timedelta
from typing import override

from homeassistant.components.calendar import CalendarEntity, CalendarEvent
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.util import dt as dt_util

from .api import Next, RotaError
from .coordinator import RotaConfigEntry, RotaCoordinator
from .entity import RotaEntity, add_lists
from .todo import uid_of

PARALLEL_UPDATES = 1
LONGEST_RECORD = 366


async def async_setup_entry(
    hass: HomeAssistant, entry: RotaConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    """Set up a calendar a list."""
    add_lists(entry, async_add_entities, lambda coordinator, key: [RotaCalendar(coordinator, key)])


def whole_day(day: date, title: str, uid: str, description: str | None) -> CalendarEvent:
    """Make an entry of a whole day."""
    end = day + timedelta(days=1)
    return CalendarEvent(start=day, end=end, summary=title, description=description, uid=uid)


class RotaCalendar(RotaEntity, CalendarEntity):
    """The days of one list."""

    _attr_translation_key = "days"

    def __init__(self, coordinator: RotaCoordinator, key: str) -> None:
        """Read coming days once a task's revision and day."""
        super().__init__(coordinator, key, "calendar")
        self._next: dict[str, tuple[int, str, list[Next]]] = {}

    @property
    @override
    def event(self) -> CalendarEvent | None:
        """The first that is open today."""
        for one in self.coordinator.data.on_list(self.key):
            if one["status"] == "open":
                turn = one["turn"]["name"] if one["turn"] else None
                day = date.fromisoformat(self.coordinator.data.day)
                return whole_day(day, one["task"]["title"], uid_of(one), turn)
        return None

    @override
    async def async_get_events(
        self, hass: HomeAssistant, start_date: datetime, end_date: datetime
    ) -> list[CalendarEvent]:
        """Read the record before today, today's list, and what comes."""
        first = dt_util.as_local(start_date).date()
        last = dt_util.as_local(end_date - timedelta(microseconds=1)).date()
        today = date.fromisoformat(self.coordinator.data.day)
        try:
            past = await self._past(max(first, last - timedelta(LONGEST_RECORD - 1)), min(last, today))
            coming = await self._coming(today) if last > today else []
        except RotaError as error:
            raise self.coordinator.refusal(error) from error
        events = past + self._open(today) + coming
        return [one for one in events if first <= one.start <= last]

    async def _past(self, first: date, last: date) -> list[CalendarEvent]:
        if first > last:
            return []
        on_list = {task["id"] for task in self.coordinator.data.tasks_on(self.key)}
        deeds = await self.coordinator.client.record(first.isoformat(), last.isoformat())
        return [
            whole_day(
                date.fromisoformat(deed["day"]),
                f"{'✓' if deed['status'] == 'done' else '↷'} {deed['task']['title']}",
                f"{deed['task']['id']}/{deed['day']}",
                ", ".join(person["name"] for person in deed["people"]) or None,
            )
            for deed in deeds
            if deed["task"]["id"] in on_list
        ]

    def _open(self, today: date) -> list[CalendarEvent]:
        return [
            whole_day(
                min(date.fromisoformat(one["dueDay"]), today),
                one["task"]["title"],
                uid_of(one),
                one["turn"]["name"] if one["turn"] else None,
            )
            for one in self.coordinator.data.on_list(self.key)
            if one["status"] == "open"
        ]

    async def _coming(self, today: date) -> list[CalendarEvent]:
        events: list[CalendarEvent] = []
        for task in self.coordinator.data.tasks_on(self.key):
            for coming in await self._days_of(task["id"], task["revision"]):
                day = date.fromisoformat(coming["day"])
                turn = coming["turn"]["name"] if coming["turn"] else None
                if day > today:
                    events.append(whole_day(day, task["title"], f"{task['id']}/{day}", turn))
        return events

    async def _days_of(self, task: str, revision: int) -> list[Next]:
        today = self.coordinator.data.day
        kept = self._next.get(task)
        if kept is None or kept[:2] != (revision, today):
            kept = (revision, today, await self.coordinator.client.next_days(task))
            self._next[task] = kept
        return kept[2]

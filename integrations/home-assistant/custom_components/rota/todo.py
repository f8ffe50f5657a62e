"""To-do lists: what is due today, and what was done of it."""

from datetime import date, datetime
from typing import override

from homeassistant.components.todo import (
    TodoItem,
    TodoItemStatus,
    TodoListEntity,
    TodoListEntityFeature,
)
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .api import Occurrence, RotaError
from .const import DOMAIN
from .coordinator import RotaConfigEntry, RotaCoordinator
from .entity import RotaEntity, add_lists

PARALLEL_UPDATES = 1


async def async_setup_entry(
    hass: HomeAssistant, entry: RotaConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    """Set up a list a household, and one's own."""
    add_lists(entry, async_add_entities, lambda coordinator, key: [RotaTodoList(coordinator, key)])


def uid_of(one: Occurrence) -> str:
    """Name an occurrence: its task and its day."""
    return f"{one['task']['id']}/{one['day']}"


class RotaTodoList(RotaEntity, TodoListEntity):
    """A list; what is done today stays as completed."""

    _attr_name = None
    _attr_supported_features = (
        TodoListEntityFeature.UPDATE_TODO_ITEM
        | TodoListEntityFeature.CREATE_TODO_ITEM
        | TodoListEntityFeature.SET_DUE_DATE_ON_ITEM
    )

    def __init__(self, coordinator: RotaCoordinator, key: str) -> None:
        """Show what is known already."""
        super().__init__(coordinator, key, "todo")
        self._show()

    @override
    def _handle_coordinator_update(self) -> None:
        self._show()
        super()._handle_coordinator_update()
        self._forget_who_came()

    def _forget_who_came(self) -> None:
        """Assist doesn't say who speaks, which mustn't be whoever came before."""
        self._context = None

    def _show(self) -> None:
        self._attr_todo_items = [self._item(one) for one in self.coordinator.data.on_list(self.key)]

    def _item(self, one: Occurrence) -> TodoItem:
        is_open = one["status"] == "open"
        return TodoItem(
            summary=one["task"]["title"],
            uid=uid_of(one),
            status=TodoItemStatus.NEEDS_ACTION if is_open else TodoItemStatus.COMPLETED,
            due=date.fromisoformat(one["dueDay"]),
            description=one["turn"]["name"] if one["turn"] and is_open else None,
            completed=None if is_open or not one["at"] else datetime.fromisoformat(one["at"]),
        )

    @override
    async def async_update_todo_item(self, item: TodoItem) -> None:
        """Tick, take back, or put off."""
        try:
            await self._update(item)
        finally:
            self._forget_who_came()

    async def _update(self, item: TodoItem) -> None:
        before = self._occurrence(item.uid)
        task, day = before["task"]["id"], before["day"]
        was_open = before["status"] == "open"
        is_open = item.status != TodoItemStatus.COMPLETED
        due = item.due.date() if isinstance(item.due, datetime) else item.due
        if was_open and not is_open:
            await self.coordinator.act("done", task, day=day, people=self._people(before))
        elif is_open and not was_open:
            await self.coordinator.act("undo", task, day=day)
        elif is_open and due and due.isoformat() != before["dueDay"]:
            await self.coordinator.act("put-off", task, day=day, to=due.isoformat())
        elif item.summary != before["task"]["title"]:
            raise ServiceValidationError(translation_domain=DOMAIN, translation_key="only_days")

    @override
    async def async_create_todo_item(self, item: TodoItem) -> None:
        """Add a task by one line, read as Rota reads it."""
        is_mine = self.coordinator.data.lists[self.key] is None
        household = None if is_mine else self.key
        line = " ".join(filter(None, [item.summary, item.due.isoformat() if item.due else None]))
        try:
            await self.coordinator.client.add(line, self.hass.config.language, household)
        except RotaError as error:
            raise self.coordinator.refusal(error) from error
        await self.coordinator.async_refresh()

    def _people(self, one: Occurrence) -> list[str] | None:
        household = one["task"]["household"]
        user = self._context.user_id if self._context else None
        return self.coordinator.person_of(user, household["id"] if household else None)

    def _occurrence(self, uid: str | None) -> Occurrence:
        for one in self.coordinator.data.on_list(self.key):
            if uid_of(one) == uid:
                return one
        raise ServiceValidationError(translation_domain=DOMAIN, translation_key="not_on_list")

"""An event for each deed that somebody else has recorded."""

from typing import override

from homeassistant.components.event import EventEntity
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .api import News
from .const import EVENT_TYPES
from .coordinator import RotaConfigEntry, RotaCoordinator
from .entity import RotaEntity, add_lists

PARALLEL_UPDATES = 0


async def async_setup_entry(
    hass: HomeAssistant, entry: RotaConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    """Set up an event a list."""
    add_lists(entry, async_add_entities, lambda coordinator, key: [RotaDeeds(coordinator, key)])


class RotaDeeds(RotaEntity, EventEntity):
    """Tells who did what, and by which door."""

    _attr_translation_key = "deeds"
    _attr_event_types = EVENT_TYPES

    def __init__(self, coordinator: RotaCoordinator, key: str) -> None:
        """Tell what comes from now on."""
        super().__init__(coordinator, key, "deeds")

    @callback
    @override
    def _handle_coordinator_update(self) -> None:
        data = self.coordinator.data
        on_list = {task["id"] for task in data.tasks_on(self.key)}
        for news in data.news:
            if news["task"]["id"] in on_list:
                self._tell(news)
        super()._handle_coordinator_update()

    def _tell(self, news: News) -> None:
        door = news["door"]
        self._trigger_event(
            news["status"].replace("-", "_"),
            {
                "title": news["task"]["title"],
                "task": news["task"]["id"],
                "day": news["day"],
                "to": news["to"],
                "days": news["count"],
                "people": [person["name"] for person in news["people"]],
                "door": door["kind"] if door else "app",
                "door_name": door["name"] if door else None,
                "at": news["at"],
            },
        )
        self.async_write_ha_state()

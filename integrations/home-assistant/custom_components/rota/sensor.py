"""How much is left today."""

from typing import override

from homeassistant.components.sensor import SensorEntity, SensorStateClass
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .coordinator import RotaConfigEntry, RotaCoordinator
from .entity import RotaEntity, add_lists

PARALLEL_UPDATES = 0


async def async_setup_entry(
    hass: HomeAssistant, entry: RotaConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    """Set up a sensor a list."""
    add_lists(
        entry,
        async_add_entities,
        lambda coordinator, key: [
            RotaLeft(coordinator, key, "left"),
            RotaLeft(coordinator, key, "overdue"),
        ],
    )


class RotaLeft(RotaEntity, SensorEntity):
    """Counts open occurrences of today, or those of before."""

    _attr_state_class = SensorStateClass.MEASUREMENT

    def __init__(self, coordinator: RotaCoordinator, key: str, kind: str) -> None:
        """Count one or the other."""
        super().__init__(coordinator, key, kind)
        self._attr_translation_key = kind
        self._attr_entity_registry_enabled_default = kind == "left"

    @property
    @override
    def native_value(self) -> int:
        """Count what is open."""
        is_overdue = self._attr_translation_key == "overdue"
        return sum(
            one["status"] == "open" and (one["isOverdue"] or not is_overdue)
            for one in self.coordinator.data.on_list(self.key)
        )

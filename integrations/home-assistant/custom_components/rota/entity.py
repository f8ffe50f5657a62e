"""What all entities of Rota have in common."""

from collections.abc import Callable, Iterable
from typing import override

from homeassistant.core import callback
from homeassistant.helpers.device_registry import DeviceEntryType, DeviceInfo
from homeassistant.helpers.entity import Entity
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.helpers.update_coordinator import CoordinatorEntity

from .const import DOMAIN
from .coordinator import RotaConfigEntry, RotaCoordinator


class RotaEntity(CoordinatorEntity[RotaCoordinator]):
    """Something that one list shows."""

    _attr_has_entity_name = True

    def __init__(self, coordinator: RotaCoordinator, key: str, kind: str) -> None:
        """Belong to the list's device."""
        super().__init__(coordinator)
        self.key = key
        entry = coordinator.config_entry
        self._attr_unique_id = f"{entry.unique_id}_{key}_{kind}"
        me = coordinator.data.me
        name = coordinator.data.lists[key] or (me["name"] if me else entry.title)
        self._attr_device_info = DeviceInfo(
            entry_type=DeviceEntryType.SERVICE,
            identifiers={(DOMAIN, f"{entry.unique_id}_{key}")},
            manufacturer="Rota",
            name=name,
        )

    @property
    @override
    def available(self) -> bool:
        """A list that is gone has nothing to say."""
        return super().available and self.key in self.coordinator.data.lists


@callback
def add_lists(
    entry: RotaConfigEntry,
    add: AddConfigEntryEntitiesCallback,
    make: Callable[[RotaCoordinator, str], Iterable[Entity]],
) -> None:
    """Add entities for each list, and for those that come later."""
    coordinator = entry.runtime_data
    known: set[str] = set()

    @callback
    def add_new() -> None:
        lists = set(coordinator.data.lists)
        new = lists - known
        known.intersection_update(lists)
        known.update(new)
        add(entity for key in sorted(new) for entity in make(coordinator, key))

    entry.async_on_unload(coordinator.async_add_listener(add_new))
    add_new()

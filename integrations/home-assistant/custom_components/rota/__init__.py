"""Rota: the household's record in Home Assistant."""

from homeassistant.const import CONF_TOKEN, CONF_URL, Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.typing import ConfigType

from .api import RotaClient
from .const import DOMAIN
from .coordinator import RotaConfigEntry, RotaCoordinator
from .services import async_setup_services
from .webhook import listen

PLATFORMS = [Platform.CALENDAR, Platform.EVENT, Platform.SENSOR, Platform.TODO]

CONFIG_SCHEMA = cv.config_entry_only_config_schema(DOMAIN)


async def async_setup(hass: HomeAssistant, config: ConfigType) -> bool:
    """Set up what all entries share."""
    async_setup_services(hass)
    return True


async def async_setup_entry(hass: HomeAssistant, entry: RotaConfigEntry) -> bool:
    """Set up one token of one server."""
    client = RotaClient(async_get_clientsession(hass), entry.data[CONF_URL], entry.data[CONF_TOKEN])
    coordinator = RotaCoordinator(hass, entry, client)
    await coordinator.async_config_entry_first_refresh()
    entry.runtime_data = coordinator
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    listen(hass, entry)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: RotaConfigEntry) -> bool:
    """End an entry's entities."""
    return await hass.config_entries.async_unload_platforms(entry, PLATFORMS)

"""What helps to find a fault, without anybody's words."""

from typing import Any

from homeassistant.components.diagnostics import async_redact_data
from homeassistant.const import CONF_TOKEN, CONF_URL
from homeassistant.core import HomeAssistant

from .const import CONF_SECRET, CONF_USERS, CONF_WEBHOOK_ID
from .coordinator import RotaConfigEntry

TO_REDACT = {CONF_SECRET, CONF_TOKEN, CONF_URL, CONF_USERS, CONF_WEBHOOK_ID}


async def async_get_config_entry_diagnostics(hass: HomeAssistant, entry: RotaConfigEntry) -> dict[str, Any]:
    """Count what is there; no name, title or address leaves."""
    data = entry.runtime_data.data
    return {
        "entry": async_redact_data(entry.data, TO_REDACT),
        "options": async_redact_data(dict(entry.options), TO_REDACT),
        "is_household_token": data.me is None,
        "last_update_success": entry.runtime_data.last_update_success,
        "lists": len(data.lists),
        "people": len(data.people),
        "tasks": len(data.tasks),
        "today": {
            status: sum(one["status"] == status for one in data.occurrences) for status in ("open", "done", "skipped")
        },
    }

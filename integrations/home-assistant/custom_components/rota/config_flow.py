"""Asks for a server, a token, and who is who."""

from collections.abc import Mapping
from typing import Any, override

import probatio
from standardwebhooks import Webhook
from yarl import URL

from homeassistant.auth.models import User
from homeassistant.components import webhook
from homeassistant.config_entries import ConfigEntryState, ConfigFlow, ConfigFlowResult, OptionsFlowWithReload
from homeassistant.const import CONF_TOKEN, CONF_URL
from homeassistant.core import callback
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.network import NoURLAvailableError
from homeassistant.helpers.selector import (
    SelectOptionDict,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
    TextSelector,
    TextSelectorConfig,
    TextSelectorType,
)

from .api import KnownPerson, People, RotaAuthError, RotaClient, RotaError
from .const import CONF_SECRET, CONF_USERS, CONF_WEBHOOK_ID, DOMAIN
from .coordinator import RotaConfigEntry

PASSWORD = TextSelector(TextSelectorConfig(type=TextSelectorType.PASSWORD))
SCHEMA = probatio.Schema(
    {
        probatio.Required(CONF_URL): TextSelector(TextSelectorConfig(type=TextSelectorType.URL)),
        probatio.Required(CONF_TOKEN): PASSWORD,
    }
)


def identity(people: People) -> tuple[str | None, str]:
    """Tell whose token it is: a person's, or a household's, in which there is always somebody."""
    if me := people["me"]:
        return me["id"], me["name"]
    household = people["people"][0]["household"]
    return household["id"], household["name"]


class RotaConfigFlow(ConfigFlow, domain=DOMAIN):
    """Adds a server and a token, or changes them."""

    VERSION = 1

    @staticmethod
    @callback
    @override
    def async_get_options_flow(config_entry: RotaConfigEntry) -> RotaOptionsFlow:
        """Ask who is who."""
        return RotaOptionsFlow()

    @override
    async def async_step_user(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Begin with a server and a token."""
        errors: dict[str, str] = {}
        if user_input is not None:
            found, errors = await self._try(user_input)
            if found:
                self._abort_if_unique_id_configured()
                data = {**user_input, CONF_WEBHOOK_ID: webhook.async_generate_id()}
                return self.async_create_entry(title=found, data=data)
        schema = self.add_suggested_values_to_schema(SCHEMA, user_input)
        return self.async_show_form(step_id="user", data_schema=schema, errors=errors)

    async def async_step_reauth(self, entry_data: Mapping[str, Any]) -> ConfigFlowResult:
        """Ask for a new token when one has ended."""
        return await self.async_step_reauth_confirm()

    async def async_step_reauth_confirm(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Take a new token of the same person or household."""
        entry = self._get_reauth_entry()
        errors: dict[str, str] = {}
        if user_input is not None:
            found, errors = await self._try({**entry.data, **user_input})
            if found:
                self._abort_if_unique_id_mismatch()
                return self.async_update_reload_and_abort(entry, data_updates=user_input)
        schema = probatio.Schema({probatio.Required(CONF_TOKEN): PASSWORD})
        return self.async_show_form(
            step_id="reauth_confirm",
            data_schema=schema,
            errors=errors,
            description_placeholders={"name": entry.title},
        )

    async def async_step_reconfigure(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Take another address of the same server, or another token."""
        entry = self._get_reconfigure_entry()
        errors: dict[str, str] = {}
        if user_input is not None:
            found, errors = await self._try(user_input)
            if found:
                self._abort_if_unique_id_mismatch()
                return self.async_update_reload_and_abort(entry, data_updates=user_input)
        schema = self.add_suggested_values_to_schema(SCHEMA, user_input or {CONF_URL: entry.data[CONF_URL]})
        return self.async_show_form(step_id="reconfigure", data_schema=schema, errors=errors)

    async def _try(self, given: Mapping[str, Any]) -> tuple[str | None, dict[str, str]]:
        url = given[CONF_URL]
        if URL(url).scheme not in ("http", "https") or not URL(url).host:
            return None, {CONF_URL: "no_address"}
        client = RotaClient(async_get_clientsession(self.hass), url, given[CONF_TOKEN])
        try:
            people = await client.people()
        except RotaAuthError:
            return None, {CONF_TOKEN: "invalid_auth"}
        except RotaError:
            return None, {"base": "cannot_connect"}
        unique_id, title = identity(people)
        await self.async_set_unique_id(unique_id)
        return title, {}


class RotaOptionsFlow(OptionsFlowWithReload):
    """Says who of Rota each user of Home Assistant is, and takes the webhook's secret."""

    async def async_step_init(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask for both on one page."""
        entry: RotaConfigEntry = self.config_entry
        if entry.state is not ConfigEntryState.LOADED:
            return self.async_abort(reason="cannot_connect")
        users = await self._users()
        errors: dict[str, str] = {}
        if user_input is not None:
            secret = user_input.get(CONF_SECRET, "")
            if secret and not is_secret(secret):
                errors[CONF_SECRET] = "no_secret"
            else:
                chosen = {user.id: user_input.get(label, []) for label, user in users.items()}
                return self.async_create_entry(data={CONF_SECRET: secret, CONF_USERS: chosen})
        fields: dict[Any, Any] = {
            probatio.Optional(label): self._choice(entry.runtime_data.data.people) for label in users
        }
        fields[probatio.Optional(CONF_SECRET)] = PASSWORD
        kept = entry.options.get(CONF_USERS, {})
        known = {label: kept.get(user.id, []) for label, user in users.items()}
        suggested = user_input or {**known, CONF_SECRET: entry.options.get(CONF_SECRET, "")}
        return self.async_show_form(
            step_id="init",
            data_schema=self.add_suggested_values_to_schema(probatio.Schema(fields), suggested),
            errors=errors,
            description_placeholders={"webhook_url": self._webhook_url(entry)},
        )

    async def _users(self) -> dict[str, User]:
        users = await self.hass.auth.async_get_users()
        people = [user for user in users if user.is_active and not user.system_generated]
        names = [user.name for user in people]
        return {
            user.name if user.name and names.count(user.name) == 1 else f"{user.name} ({user.id[:4]})": user
            for user in people
        }

    def _choice(self, people: list[KnownPerson]) -> SelectSelector:
        options = [
            SelectOptionDict(value=one["id"], label=f"{one['name']} ({one['household']['name']})")
            for one in people
            if one["id"]
        ]
        mode = SelectSelectorMode.DROPDOWN
        return SelectSelector(SelectSelectorConfig(options=options, multiple=True, mode=mode))

    def _webhook_url(self, entry: RotaConfigEntry) -> str:
        try:
            return webhook.async_generate_url(self.hass, entry.data[CONF_WEBHOOK_ID])
        except NoURLAvailableError:
            return "-"


def is_secret(text: str) -> bool:
    """Tell a secret of Standard Webhooks from anything else."""
    try:
        Webhook(text)
    except Exception:
        return False
    return text.startswith("whsec_")

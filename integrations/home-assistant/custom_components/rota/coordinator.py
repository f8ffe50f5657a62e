"""Keeps what Rota says of today."""

from collections import Counter, deque
from dataclasses import dataclass, field
from datetime import timedelta
import logging
from typing import override

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant, callback
from homeassistant.exceptions import ConfigEntryAuthFailed, HomeAssistantError, ServiceValidationError
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers.update_coordinator import DataUpdateCoordinator, UpdateFailed

from .api import (
    KnownPerson,
    News,
    Occurrence,
    Person,
    RotaAuthError,
    RotaClient,
    RotaError,
    RotaRefusedError,
    WholeTask,
)
from .const import CONF_SECRET, CONF_USERS, DOMAIN

_LOGGER = logging.getLogger(__name__)

POLLS = timedelta(seconds=30)
# A webhook tells within a minute; this only finds what it has missed.
POLLS_WITH_WEBHOOK = timedelta(minutes=5)
# Rota tells a deed at least once: as many as one answer has are known again.
MOST_NEWS = 1000

type RotaConfigEntry = ConfigEntry[RotaCoordinator]


@dataclass
class RotaData:
    """What one token can see now."""

    me: Person | None
    people: list[KnownPerson]
    day: str
    occurrences: list[Occurrence]
    tasks: dict[str, WholeTask]
    news: list[News] = field(default_factory=list)

    @property
    def lists(self) -> dict[str, str | None]:
        """Names of the lists: a household's by its id, one's own by the person's, without a name."""
        households = [one["household"] for one in self.people]
        households += [task["household"] for task in self.tasks.values() if task["household"]]
        lists: dict[str, str | None] = {one["id"]: one["name"] for one in households}
        if self.me and self.me["id"]:
            lists[self.me["id"]] = None
        return lists

    def on_list(self, key: str) -> list[Occurrence]:
        """Find a household's occurrences, or those that are the person's to do."""
        if self.me and key == self.me["id"]:
            return [one for one in self.occurrences if self._is_mine(one)]
        return [one for one in self.occurrences if one["task"]["household"] and one["task"]["household"]["id"] == key]

    def _is_mine(self, one: Occurrence) -> bool:
        if one["task"]["household"] is None:
            return True
        mine = {person["id"] for person in self.people if person["isMe"]}
        return one["turn"] is not None and one["turn"]["id"] in mine

    def tasks_on(self, key: str) -> list[WholeTask]:
        """Find a household's tasks, or those that belong to none."""
        wanted = None if self.me and key == self.me["id"] else key
        return [
            task for task in self.tasks.values() if (task["household"]["id"] if task["household"] else None) == wanted
        ]


class RotaCoordinator(DataUpdateCoordinator[RotaData]):
    """Asks for changes, and says no more than Rota says."""

    config_entry: RotaConfigEntry

    def __init__(self, hass: HomeAssistant, entry: RotaConfigEntry, client: RotaClient) -> None:
        """Poll less often where a webhook tells."""
        has_webhook = bool(entry.options.get(CONF_SECRET))
        super().__init__(
            hass,
            _LOGGER,
            config_entry=entry,
            name=DOMAIN,
            update_interval=POLLS_WITH_WEBHOOK if has_webhook else POLLS,
            always_update=True,
        )
        self.client = client
        self._since: str | None = None
        self._me: Person | None = None
        self._tasks: dict[str, WholeTask] = {}
        self._told: deque[str] = deque(maxlen=MOST_NEWS)
        self._own: Counter[tuple[str, str]] = Counter()

    @override
    async def _async_update_data(self) -> RotaData:
        try:
            if self._since is None:
                self._me = (await self.client.people())["me"]
            changes = await self.client.changes(self._since)
            today = await self.client.today()
        except RotaAuthError as error:
            raise ConfigEntryAuthFailed(translation_domain=DOMAIN, translation_key="token_ended") from error
        except RotaError as error:
            raise UpdateFailed(
                translation_domain=DOMAIN,
                translation_key="unreachable",
                translation_placeholders={"error": str(error)},
            ) from error
        if changes["isWhole"]:
            self._tasks = {}
        self._tasks |= {task["id"]: task for task in changes["tasks"]}
        for gone in changes["deleted"]:
            self._tasks.pop(gone, None)
        self._since = changes["next"]
        news = [one for one in changes["deeds"] if one["id"] not in self._told]
        self._told.extend(one["id"] for one in news)
        data = RotaData(
            me=self._me,
            people=changes["people"],
            day=today["day"],
            occurrences=today["occurrences"],
            tasks=dict(self._tasks),
            news=[one for one in news if not self._is_own(one)],
        )
        self._remove_devices(data)
        return data

    def _remove_devices(self, data: RotaData) -> None:
        """Remove the devices of lists that are gone, with their entities."""
        entry, devices = self.config_entry, dr.async_get(self.hass)
        there = {(DOMAIN, f"{entry.unique_id}_{key}") for key in data.lists}
        for device in dr.async_entries_for_config_entry(devices, entry.entry_id):
            if there.isdisjoint(device.identifiers):
                devices.async_remove_device(device.id)

    def _is_own(self, news: News) -> bool:
        """Tell what was recorded from here, which is no news."""
        key = (news["task"]["id"], news["status"])
        if not news["door"] or news["door"]["kind"] != "token" or not self._own[key]:
            return False
        self._own[key] -= 1
        return True

    @callback
    def person_of(self, user: str | None, household: str | None) -> list[str] | None:
        """Find whom a user of Home Assistant is in a household; None: the token's own person."""
        chosen = self.config_entry.options.get(CONF_USERS, {}).get(user or "", [])
        found = [
            person["id"]
            for person in self.data.people
            if person["id"] in chosen and person["household"]["id"] == household
        ]
        if found:
            return [one for one in found if one]
        if self.data.me is None:
            raise ServiceValidationError(translation_domain=DOMAIN, translation_key="who_did_it")
        return None

    async def act(self, verb: str, task: str, **body: object) -> None:
        """Write into the record, and show what it says then."""
        status = {"done": "done", "undo": "undone", "skip": "skipped", "put-off": "put-off"}.get(verb)
        key = (task, status or verb)
        self._own[key] += 1
        try:
            answer = await self.client.act(verb, task, **body)
        except RotaError as error:
            self._own[key] -= 1
            raise self.refusal(error) from error
        untaken = answer.get("untaken") or []
        if untaken:
            self._own[key] -= 1
        await self.async_refresh()
        if self.last_update_success:
            # It has come back by now, or changed nothing.
            del self._own[key]
        if untaken:
            first = untaken[0]
            names = ", ".join(person["name"] for person in first["people"])
            raise HomeAssistantError(
                translation_domain=DOMAIN,
                translation_key="somebody_was_first",
                translation_placeholders={"title": first["task"]["title"], "people": names or "-"},
            )

    def refusal(self, error: RotaError) -> HomeAssistantError:
        """Say what Rota has refused, in its own sentence."""
        if isinstance(error, RotaAuthError):
            self.config_entry.async_start_reauth(self.hass)
            return HomeAssistantError(translation_domain=DOMAIN, translation_key="token_ended")
        is_refused = isinstance(error, RotaRefusedError)
        kind = ServiceValidationError if is_refused else HomeAssistantError
        return kind(
            translation_domain=DOMAIN,
            translation_key="refused" if is_refused else "unreachable",
            translation_placeholders={"error": str(error)},
        )

"""Hears from Rota that something has happened."""

from http import HTTPStatus

from aiohttp.web import Request, Response
from standardwebhooks import Webhook, WebhookVerificationError

from homeassistant.components import webhook
from homeassistant.core import HomeAssistant

from .const import CONF_SECRET, CONF_WEBHOOK_ID, DOMAIN
from .coordinator import RotaConfigEntry


def listen(hass: HomeAssistant, entry: RotaConfigEntry) -> None:
    """Ask for changes whenever Rota tells of one; what it tells is only the sign to ask."""
    secret: str | None = entry.options.get(CONF_SECRET)
    if not secret:
        return
    verifier = Webhook(secret)

    async def hear(hass: HomeAssistant, webhook_id: str, request: Request) -> Response:
        try:
            verifier.verify(await request.text(), dict(request.headers), json_parse=False)
        except WebhookVerificationError, ValueError:
            return Response(status=HTTPStatus.UNAUTHORIZED)
        entry.async_create_background_task(hass, entry.runtime_data.async_refresh(), "rota: changes", eager_start=True)
        return Response(status=HTTPStatus.NO_CONTENT)

    webhook_id: str = entry.data[CONF_WEBHOOK_ID]
    webhook.async_register(hass, DOMAIN, entry.title, webhook_id, hear, allowed_methods=["POST"])
    entry.async_on_unload(lambda: webhook.async_unregister(hass, webhook_id))

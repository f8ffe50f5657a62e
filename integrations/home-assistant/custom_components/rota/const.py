"""Constants of the Rota integration."""

DOMAIN = "rota"

CONF_SECRET = "secret"
CONF_USERS = "users"
CONF_WEBHOOK_ID = "webhook_id"

EVENT_TYPES = ["done", "undone", "skipped", "put_off", "corrected"]

/** Servers that everybody may have messages sent to; a server of one's own names more in WEBHOOK_HOSTS. */
export const KNOWN_WEBHOOK_HOSTS = ["ntfy.sh", "discord.com"];

/** In WEBHOOK_HOSTS: every address that isn't a private one. */
export const ANY_PUBLIC_HOST = "*";

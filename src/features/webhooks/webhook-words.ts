import { formatDate } from "../../domain/dates/format-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { type Message, msg } from "../../domain/language/messages.ts";
import type { Webhook } from "./queries.ts";

const WHY: Readonly<Record<string, Message>> = {
  PRIVATE: msg("Its address leads into a private network."),
  NOT_REACHED: msg("Nobody answers there."),
  TOO_SLOW: msg("It didn’t answer within ten seconds."),
  LOCKED: msg("The server’s key has been replaced. Remove the webhook and add it again."),
};

export const whyText = (failure: string, { t }: Locale): string =>
  t(WHY[failure] ?? "It answers with status {status}.", { status: failure });

/** What there is to say of a webhook, in sentences. */
export function stateText(webhook: Webhook, timeZone: string, locale: Locale): string {
  const { t } = locale;
  const day = (instant: string) => formatDate(dayInZone(instant, timeZone), locale);
  const { by, createdAt, usedAt, failingSince, failure, givenUp, givenUpAt, waiting } = webhook;
  const made = day(createdAt);
  return [
    by === null
      ? t("Added on {made}.", { made })
      : t("Added by {name} on {made}.", { name: by, made }),
    failingSince && failure
      ? t("Takes nothing since {day}.", { day: day(failingSince) })
      : usedAt && t("Last message on {day}.", { day: day(usedAt) }),
    failingSince && failure && whyText(failure, locale),
    failingSince &&
      waiting > 0 &&
      t("{count, plural, one {# message waits.} other {# messages wait.}}", { count: waiting }),
    givenUpAt &&
      t(
        "{count, plural, one {# message was given up after a day, the last on {day}.} other {# messages were given up after a day, the last on {day}.}}",
        { count: givenUp, day: day(givenUpAt) },
      ),
  ]
    .filter(Boolean)
    .join(" ");
}

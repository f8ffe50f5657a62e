import { chakra, Stack } from "@chakra-ui/react";
import { useToday } from "../../clock/use-today.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import { listed } from "../../domain/joined.ts";
import { Known } from "../../ui/known.tsx";
import { PagePart } from "../../ui/page-part.tsx";
import { RichText, strong } from "../../ui/rich-text.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { BackupsPart } from "./backups-part.tsx";
import { PeoplePart } from "./people-part.tsx";
import { type Server, useServer } from "./queries.ts";
import { MailPart, SignUpPart } from "./settings-parts.tsx";

/** The settings page for operators of a self-hosted server. */
export default function ServerPage() {
  const { t } = useLocale();
  return (
    <Known query={useServer()} failed={t("This server could not be loaded.")}>
      {(server) =>
        server && (
          <Stack gap="8">
            <HealthPart {...server} />
            <PeoplePart {...server} />
            <SignUpPart {...server} />
            <MailPart {...server} />
            <BackupsPart {...server} />
          </Stack>
        )
      }
    </Known>
  );
}

function HealthPart({ version, addresses, down, troubles }: Server) {
  const locale = useLocale();
  const { t } = locale;
  const { timeZone } = useToday();
  const reached = { addresses: listed(addresses, locale) };
  const isWell = down.length + troubles.length === 0;
  return (
    <PagePart title={t("How it is // the server")}>
      {isWell && <p>{t("Everything works.")}</p>}
      <chakra.ul aria-label={t("What does not work")} overflowWrap="anywhere">
        {down.map((part) => (
          <li key={part}>
            <RichText parts={locale.parts("<b>{part}</b> does not run.", { part, b: strong })} />
          </li>
        ))}
        {troubles.map(({ what, since, reason }) => (
          <li key={what}>
            <RichText
              parts={locale.parts("<b>{what}</b>: since {date}, {reason} // what doesn't work", {
                ...{ what, reason, b: strong },
                date: formatDate(dayInZone(since, timeZone), locale),
              })}
            />
          </li>
        ))}
      </chakra.ul>
      <chakra.p overflowWrap="anywhere">
        {addresses.length > 1
          ? t(
              "It is reached at {addresses}; mails and links have the first. // the server",
              reached,
            )
          : t("It is reached at {addresses}. // the server", reached)}
      </chakra.p>
      <chakra.p color="fg.muted">
        {t(
          "Rota {version}. To upgrade, start a later version on the same data: it makes a backup first, and if it fails, this version has its data back.",
          { version },
        )}
      </chakra.p>
    </PagePart>
  );
}

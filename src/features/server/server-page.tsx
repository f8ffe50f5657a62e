import { chakra, Stack } from "@chakra-ui/react";
import { useToday } from "../../clock/use-today.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import { Known } from "../../ui/known.tsx";
import { PagePart } from "../../ui/page-part.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { BackupsPart } from "./backups-part.tsx";
import { PeoplePart } from "./people-part.tsx";
import { type Server, useServer } from "./queries.ts";
import { MailPart, SignUpPart } from "./settings-parts.tsx";

/** The settings page for operators of a self-hosted server. */
export default function ServerPage() {
  return (
    <Known query={useServer()} failed="This server could not be loaded.">
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
  const { timeZone } = useToday();
  const isWell = down.length + troubles.length === 0;
  return (
    <PagePart title="How it is">
      {isWell && <p>Everything works.</p>}
      <chakra.ul aria-label="What does not work" overflowWrap="anywhere">
        {down.map((part) => (
          <li key={part}>
            <strong>{part}</strong> does not run.
          </li>
        ))}
        {troubles.map(({ what, since, reason }) => (
          <li key={what}>
            <strong>{what}</strong>: since {formatDate(dayInZone(since, timeZone), locale)},{" "}
            {reason}
          </li>
        ))}
      </chakra.ul>
      <chakra.p overflowWrap="anywhere">
        It is reached at {addresses.join(" and ")}
        {addresses.length > 1 && "; mails and links have the first"}.
      </chakra.p>
      <chakra.p color="fg.muted">
        Rota {version}. To upgrade, start a later version on the same data: it makes a backup first,
        and if it fails, this version has its data back.
      </chakra.p>
    </PagePart>
  );
}

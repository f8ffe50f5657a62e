import { chakra } from "@chakra-ui/react";
import { useToday } from "../../clock/use-today.ts";
import { told } from "../../completions/told-changes.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import { msg } from "../../domain/language/messages.ts";
import { Button } from "../../ui/button.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { download } from "../../ui/download.ts";
import { ListRow } from "../../ui/list-row.tsx";
import { PagePart } from "../../ui/page-part.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { GuardedDialog } from "./guarded-dialog.tsx";
import { type Backup, type Server, useAct, useBackupFile } from "./queries.ts";

export function BackupsPart({ backups, restoring }: Pick<Server, "backups" | "restoring">) {
  const { mutateAsync, isPending } = useAct("make-backup");
  const make = () =>
    told(mutateAsync({}), { title: msg("No backup was made") }, (made) => {
      if (made) toastSuccess("Backup made", made.name);
    });
  return (
    <PagePart title="Backups">
      <p>One is made each night, and before an upgrade.</p>
      {backups.length === 0 && <p>None yet.</p>}
      <ul aria-label="Backups">
        {backups.map((backup) => (
          <BackupRow key={backup.name} backup={backup} />
        ))}
      </ul>
      <Button
        variant="outline"
        alignSelf="flex-start"
        disabled={isPending}
        onClick={() => void make()}
      >
        Make one now
      </Button>
      <chakra.p color="fg.muted" fontSize="sm" overflowWrap="anywhere">
        To bring one back, on the server itself: <code dir="ltr">{restoring}</code>
      </chakra.p>
    </PagePart>
  );
}

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

function BackupRow({ backup: { name, bytes, at, isVerified } }: { backup: Backup }) {
  const locale = useLocale();
  const { timeZone } = useToday();
  const verify = useAct("verify-backup");
  const look = () =>
    told(verify.mutateAsync({ name }), { title: msg("It can’t be restored") }, () =>
      toastSuccess("It can be restored", name),
    );
  const made = `${formatDate(dayInZone(at, timeZone), locale)}, ${sizeText(bytes)}`;
  return (
    <ListRow text={name} textWidth="14rem" hint={isVerified ? `${made}; verified` : made}>
      <Button
        variant="link"
        aria-label={`Verify ${name}`}
        disabled={verify.isPending}
        onClick={() => void look()}
      >
        {verify.isPending ? "Verifying…" : "Verify"}
      </Button>
      <DialogButton label="Download" variant="link" aria-label={`Download ${name}`}>
        {(onClosed) => <DownloadDialog name={name} onClosed={onClosed} />}
      </DialogButton>
    </ListRow>
  );
}

function DownloadDialog({ name, onClosed }: { name: string; onClosed: () => void }) {
  const { mutateAsync } = useBackupFile();
  return (
    <GuardedDialog
      title="Download a backup"
      action="Download"
      onClosed={onClosed}
      act={async (current_password) => {
        const file = await mutateAsync({ name, current_password });
        if (file) download(name, "application/gzip", file);
      }}
    >
      <chakra.p overflowWrap="anywhere">
        {name} has everything that people have here, and their passwords’ hashes. Keep it to
        yourself.
      </chakra.p>
    </GuardedDialog>
  );
}

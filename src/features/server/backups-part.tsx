import { chakra } from "@chakra-ui/react";
import { useToday } from "../../clock/use-today.ts";
import { told } from "../../completions/told-changes.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { msg } from "../../domain/language/messages.ts";
import { Button } from "../../ui/button.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { download } from "../../ui/download.ts";
import { ListRow } from "../../ui/list-row.tsx";
import { PagePart } from "../../ui/page-part.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { GuardedDialog } from "./guarded-dialog.tsx";
import { type Backup, type Server, useAct, useBackupFile } from "./queries.ts";

export function BackupsPart({ backups, restoring }: Pick<Server, "backups" | "restoring">) {
  const locale = useLocale();
  const { t } = locale;
  const { mutateAsync, isPending } = useAct("make-backup");
  const make = () =>
    told(mutateAsync({}), { title: msg("No backup was made") }, (made) => {
      if (made) toastSuccess(t("Backup made"), made.name);
    });
  return (
    <PagePart title={t("Backups")}>
      <p>{t("One is made each night, and before an upgrade. // a backup")}</p>
      {backups.length === 0 && <p>{t("None yet. // backups")}</p>}
      <ul aria-label={t("Backups")}>
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
        {t("Make one now // a backup")}
      </Button>
      <chakra.p color="fg.muted" fontSize="sm" overflowWrap="anywhere">
        <RichText
          parts={locale.parts("To bring one back, on the server itself: <code>{command}</code>", {
            command: restoring,
            code: () => <code dir="ltr">{restoring}</code>,
          })}
        />
      </chakra.p>
    </PagePart>
  );
}

/** '120 kB', '3.4 MB' */
function sizeText(bytes: number, { tag }: Locale): string {
  const [unit, size, digits] =
    bytes < 1_000_000
      ? (["kilobyte", Math.ceil(bytes / 1_000), 0] as const)
      : (["megabyte", bytes / 1_000_000, 1] as const);
  const fractions = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(tag, { style: "unit", unit, ...fractions }).format(size);
}

function BackupRow({ backup: { name, bytes, at, isVerified } }: { backup: Backup }) {
  const locale = useLocale();
  const { t } = locale;
  const { timeZone } = useToday();
  const verify = useAct("verify-backup");
  const look = () =>
    told(verify.mutateAsync({ name }), { title: msg("It can’t be restored // a backup") }, () =>
      toastSuccess(t("It can be restored // a backup"), name),
    );
  const date = formatDate(dayInZone(at, timeZone), locale);
  const made = { date, size: sizeText(bytes, locale) };
  const hint = isVerified
    ? t("{date}, {size}; verified // a backup: when it was made", made)
    : t("{date}, {size} // a backup: when it was made", made);
  return (
    <ListRow text={name} textWidth="14rem" hint={hint}>
      <Button
        variant="link"
        aria-label={t("Verify {name}", { name })}
        disabled={verify.isPending}
        onClick={() => void look()}
      >
        {verify.isPending ? t("Verifying…") : t("Verify // a backup")}
      </Button>
      <DialogButton
        label={t("Download")}
        variant="link"
        aria-label={t("Download {name}", { name })}
      >
        {(onClosed) => <DownloadDialog name={name} onClosed={onClosed} />}
      </DialogButton>
    </ListRow>
  );
}

function DownloadDialog({ name, onClosed }: { name: string; onClosed: () => void }) {
  const { t } = useLocale();
  const { mutateAsync } = useBackupFile();
  return (
    <GuardedDialog
      title={t("Download a backup")}
      action={t("Download")}
      onClosed={onClosed}
      act={async (current_password) => {
        const file = await mutateAsync({ name, current_password });
        if (file) download(name, "application/gzip", file);
      }}
    >
      <chakra.p overflowWrap="anywhere">
        {t(
          "{name} has everything that people have here, and their passwords’ hashes. Keep it to yourself. // a backup",
          { name },
        )}
      </chakra.p>
    </GuardedDialog>
  );
}

import { FormDialog } from "../../ui/form-dialog.tsx";
import { useLocale } from "../../ui/use-locale.ts";

interface SignOutDialogProps {
  count: number;
  onSignOut: () => void;
  onClosed: () => void;
}

export default function SignOutDialog({ count, onSignOut, onClosed }: SignOutDialogProps) {
  const { t } = useLocale();
  return (
    <FormDialog
      role="alertdialog"
      title={t("Sign out?")}
      action={t("Sign out")}
      cancel={t("Cancel")}
      onSubmit={(close) => {
        close();
        onSignOut();
      }}
      onClosed={onClosed}
    >
      <p>
        {t(
          "{count, plural, one {# unsynced change for the network. It stays on this device until you sign in here again; nobody else sees or sends it.} other {# unsynced changes for the network. They stay on this device until you sign in here again; nobody else sees or sends them.}}",
          { count },
        )}
      </p>
    </FormDialog>
  );
}

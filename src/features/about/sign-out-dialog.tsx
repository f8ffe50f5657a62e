import { formatCount } from "../../domain/format-count.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";

interface SignOutDialogProps {
  count: number;
  onSignOut: () => void;
  onClosed: () => void;
}

export default function SignOutDialog({ count, onSignOut, onClosed }: SignOutDialogProps) {
  const isOne = count === 1;
  const changes = isOne ? "1 unsynced change" : `${formatCount(count)} unsynced changes`;
  return (
    <FormDialog
      role="alertdialog"
      title="Sign out?"
      action="Sign out"
      cancel="Cancel"
      onSubmit={(close) => {
        close();
        onSignOut();
      }}
      onClosed={onClosed}
    >
      <p>
        {changes} for the network. {isOne ? "It stays" : "They stay"} on this device until you sign
        in here again; nobody else sees or sends {isOne ? "it" : "them"}.
      </p>
    </FormDialog>
  );
}

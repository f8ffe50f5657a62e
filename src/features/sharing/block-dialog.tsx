import { told } from "../../completions/told-changes.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { DECISION_FAILED, useDecision } from "./mutations.ts";

interface BlockDialogProps {
  senderId: string;
  name: string;
  /** The control that opened this is gone once the person is blocked. */
  focusAfterwards: () => HTMLElement | null;
  onClosed: () => void;
}

export default function BlockDialog({
  senderId,
  name,
  focusAfterwards,
  onClosed,
}: BlockDialogProps) {
  const { t } = useLocale();
  const { mutateAsync } = useDecision();

  const block = () =>
    void told(mutateAsync({ senderId, call: "block_sender" }), DECISION_FAILED, () =>
      toastSuccess(
        t("Person blocked"),
        t("{name} is not told. You can undo this in the settings.", { name }),
      ),
    );

  return (
    <ConfirmDialog
      title={t("Block this person?")}
      action={t("Block // a person")}
      onConfirmed={block}
      focusAfterwards={focusAfterwards}
      onClosed={onClosed}
    >
      {t(
        "Everything that {name} shares with you leaves your list, and nothing they share reaches you any more. What you share with them stays as it is.",
        { name },
      )}
    </ConfirmDialog>
  );
}

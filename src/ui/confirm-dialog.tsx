import { type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";
import { AppDialog } from "./dialog.tsx";
import { useLocale } from "./use-locale.ts";

interface ConfirmDialogProps {
  title: string;
  action: string;
  cancel?: string;
  onConfirmed: () => void;
  /** by default the control that had the focus, which may be gone */
  focusAfterwards?: () => HTMLElement | null;
  onClosed: () => void;
  children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useLocale();
  const { title, action, cancel = t("Cancel"), focusAfterwards } = props;
  const isConfirmed = useRef(false);

  function confirm(close: () => void) {
    isConfirmed.current = true;
    close();
    props.onConfirmed();
  }

  return (
    <AppDialog
      role="alertdialog"
      title={title}
      onClosed={props.onClosed}
      returnFocusTo={() => (isConfirmed.current && focusAfterwards?.()) || null}
      footer={(close) => (
        <>
          <Button variant="outline" onClick={close}>
            {cancel}
          </Button>
          <Button variant="danger" onClick={() => confirm(close)}>
            {action}
          </Button>
        </>
      )}
    >
      {() => <div>{props.children}</div>}
    </AppDialog>
  );
}

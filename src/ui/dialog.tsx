import { Dialog, Portal } from "@chakra-ui/react";
import { type ReactNode, useEffect, useState } from "react";
import { Directed } from "./directed.tsx";
import { IconButton } from "./icon-button.tsx";
import { dialogRecipe } from "./theme/recipes/dialog.recipe.ts";
import { toastRegions } from "./toaster.tsx";
import { useLocale } from "./use-locale.ts";

interface AppDialogProps {
  title: ReactNode;
  size?: "sm" | "md";
  /** `alertdialog` for a question that must be answered: a click outside does not close it. */
  role?: "dialog" | "alertdialog";
  /** focused at first; by default, the first control */
  startAt?: () => HTMLElement | null;
  /** focused afterwards; by default, the control that was focused before */
  returnFocusTo?: (() => HTMLElement | null) | undefined;
  /** closes the dialog, as its subject is gone */
  isOver?: boolean;
  /** Called when the dialog has left the screen; unmount it then. */
  onClosed: () => void;
  children: (close: () => void) => ReactNode;
  footer?: (close: () => void) => ReactNode;
}

/** A modal dialog, open while mounted; closing runs its animation, then `onClosed`. */
export function AppDialog(props: AppDialogProps) {
  const { t } = useLocale();
  const { role = "dialog", isOver = false, returnFocusTo } = props;
  // Opened by an effect, or StrictMode's second mount would take the first one's focus for a reason to close.
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  const close = () => setOpen(false);

  return (
    <Directed>
      <Dialog.Root
        recipe={dialogRecipe}
        open={open && !isOver}
        role={role}
        size={props.size ?? "sm"}
        closeOnInteractOutside={role === "dialog"}
        persistentElements={toastRegions}
        onOpenChange={(details) => setOpen(details.open)}
        onExitComplete={props.onClosed}
        {...(props.startAt && { initialFocusEl: props.startAt })}
        {...(returnFocusTo && { finalFocusEl: returnFocusTo })}
      >
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content>
              <Dialog.Header>
                <Dialog.Title>{props.title}</Dialog.Title>
                {role === "dialog" && (
                  <IconButton icon="close" label={t("Close // a dialog")} me="-2" onClick={close} />
                )}
              </Dialog.Header>
              <Dialog.Body>{props.children(close)}</Dialog.Body>
              {props.footer && <Dialog.Footer>{props.footer(close)}</Dialog.Footer>}
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </Directed>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { AppDialog } from "./dialog.tsx";
import { useFormErrors } from "./use-form-errors.ts";

/** The buttons at the end of a form or a dialog. */
export const Buttons = chakra("div", {
  base: { display: "flex", flexWrap: "wrap", gap: "2", justifyContent: "flex-end" },
});

type Errors = ReturnType<typeof useFormErrors>["errors"];

interface FormProps {
  /** of the button that submits it */
  action: string;
  isDanger?: boolean;
  isPending?: boolean;
  /** of the button that closes it instead, where there is one */
  cancel?: string;
  /** All fields are valid. */
  onSubmit: (close: () => void) => void;
  /** its fields, given what is wrong with them by name */
  children: (errors: Errors, close: () => void) => ReactNode;
  /** the button that does something else */
  aside?: ReactNode;
}

interface FormDialogProps
  extends FormProps,
    Pick<ComponentProps<typeof AppDialog>, "title" | "role" | "onClosed"> {
  /** in place of the form, when it is done */
  outcome?: ReactNode;
}

/** A dialog with a form, whose errors stand under its fields. */
export function FormDialog({
  title,
  role = "dialog",
  onClosed,
  outcome,
  ...form
}: FormDialogProps) {
  return (
    <AppDialog {...{ title, role, onClosed }}>
      {(close) => outcome ?? <Form {...form} close={close} />}
    </AppDialog>
  );
}

function Form({ close, children, ...props }: FormProps & { close: () => void }) {
  const { errors, form } = useFormErrors(() => props.onSubmit(close));
  return (
    <form {...form}>
      <Stack gap="4" pb="4">
        {children(errors, close)}
        <Buttons>
          {props.aside && <chakra.div me="auto">{props.aside}</chakra.div>}
          {props.cancel && (
            <Button variant="outline" onClick={close}>
              {props.cancel}
            </Button>
          )}
          <Button
            type="submit"
            variant={props.isDanger ? "danger" : "solid"}
            disabled={props.isPending}
          >
            {props.action}
          </Button>
        </Buttons>
      </Stack>
    </form>
  );
}

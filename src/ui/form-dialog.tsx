import { chakra, Stack } from "@chakra-ui/react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { AppDialog } from "./dialog.tsx";
import { type FieldText, Form } from "./form.tsx";

export const Buttons = chakra("div", {
  base: { display: "flex", flexWrap: "wrap", gap: "2", justifyContent: "flex-end" },
});

interface FormDialogProps
  extends Pick<ComponentProps<typeof AppDialog>, "title" | "role" | "onClosed"> {
  action: string;
  isDanger?: boolean;
  isPending?: boolean;
  cancel?: string;
  onSubmit: (close: () => void, textOf: FieldText) => void;
  children: ReactNode;
  /** in place of the form, when it is done */
  outcome?: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, role = "dialog", onClosed, action, isDanger = false, cancel } = props;
  return (
    <AppDialog {...{ title, role, onClosed }}>
      {(close) =>
        props.outcome ?? (
          <Form onValid={(textOf) => props.onSubmit(close, textOf)}>
            <Stack gap="4" pb="4">
              {props.children}
              <Buttons>
                {cancel && (
                  <Button variant="outline" onClick={close}>
                    {cancel}
                  </Button>
                )}
                <Button
                  type="submit"
                  variant={isDanger ? "danger" : "solid"}
                  disabled={props.isPending}
                >
                  {action}
                </Button>
              </Buttons>
            </Stack>
          </Form>
        )
      }
    </AppDialog>
  );
}

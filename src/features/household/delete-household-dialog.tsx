import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import type { Household } from "../../domain/households/household.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { HOUSEHOLD_FAILED } from "./household-words.ts";
import { call, useHouseholdCall } from "./queries.ts";

interface DeleteHouseholdDialogProps {
  household: Household;
  /** the button that downloads everything, which belongs to another feature */
  download: ReactNode;
  onLeaving: (isLeaving: boolean) => void;
  onClosed: () => void;
}

/** Deletes a household for everyone, once its name is typed. */
export function DeleteHouseholdDialog({ onClosed, ...question }: DeleteHouseholdDialogProps) {
  return (
    <AppDialog role="alertdialog" title="Delete household" onClosed={onClosed}>
      {(close) => <Question {...question} onClose={close} />}
    </AppDialog>
  );
}

interface QuestionProps extends Omit<DeleteHouseholdDialogProps, "onClosed"> {
  onClose: () => void;
}

function Question({ household: { id, name }, download, onLeaving, onClose }: QuestionProps) {
  const { mutateAsync, isPending } = useHouseholdCall();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim().normalize("NFC") !== name) return setError(INPUT_TEXTS.OTHER_NAME);
        // The page goes with the household, and what a mutation calls back, with the page.
        onLeaving(true);
        mutateAsync(call("delete_household", { household_id: id, name: typed })).then(
          () => {
            toastSuccess("Household deleted", "For 30 days you can bring it back.");
            onClose();
          },
          (failure) => {
            onLeaving(false);
            toastFailure(failureNotice(HOUSEHOLD_FAILED, failure));
          },
        );
      }}
    >
      <Stack gap="4" pb="4">
        <p>
          Its tasks leave everyone’s board, with their history. A keeper can bring it back within 30
          days. You may want to download them first.
        </p>
        <div>{download}</div>
        <TextField
          label={`Type its name: ${name}`}
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
        />
        <chakra.div display="flex" flexWrap="wrap" gap="2" justifyContent="flex-end">
          <Button variant="outline" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" variant="danger" disabled={isPending}>
            Delete household
          </Button>
        </chakra.div>
      </Stack>
    </form>
  );
}

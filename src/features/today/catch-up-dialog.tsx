import { chakra, Stack } from "@chakra-ui/react";
import { useRef, useState } from "react";
import type { CompletionDoers } from "../../completions/day-changes.ts";
import type { Household } from "../../domain/households/household.ts";
import { doersOf, WhoChoice } from "../../households/who-choice.tsx";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";

interface CatchUpDialogProps {
  household: Household;
  /** '12 days of Dishes' */
  what: string;
  /** What gets the focus when the days are dealt with. */
  nextFocus: () => HTMLElement | null;
  onAnswer: (doers: CompletionDoers) => void;
  onClosed: () => void;
}

/** Asks who did what is caught up on: hardly ever one person all of it. */
export default function CatchUpDialog(props: CatchUpDialogProps) {
  const { household, onAnswer } = props;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const answer = useRef<(() => void) | null>(null);
  return (
    <AppDialog
      title="Who did them?"
      returnFocusTo={() => (answer.current ? props.nextFocus() : null)}
      onClosed={() => {
        props.onClosed();
        // The row that opened this goes with it.
        answer.current?.();
      }}
      footer={(close) => (
        <Button
          onClick={() => {
            answer.current = () => onAnswer(doersOf(household, chosen));
            close();
          }}
        >
          Mark as done
        </Button>
      )}
    >
      {() => (
        <Stack gap="4">
          <chakra.p overflowWrap="anywhere">{props.what} are marked as done.</chakra.p>
          <WhoChoice legend="Done by" household={household} chosen={chosen} onChange={setChosen} />
        </Stack>
      )}
    </AppDialog>
  );
}

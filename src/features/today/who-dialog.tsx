import { chakra, Stack } from "@chakra-ui/react";
import { useRef, useState } from "react";
import type { CompletionDoers } from "../../completions/day-changes.ts";
import type { Household } from "../../domain/households/household.ts";
import { doersOf, WhoChoice } from "../../households/who-choice.tsx";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";

/** Who did something of a household's. */
export interface WhoQuestion {
  readonly household: Household;
  /** 'Who did it?' */
  readonly title: string;
  /** '12 days of Dishes are marked as done.' */
  readonly text: string;
  /** ids of people; none for nobody in particular */
  readonly suggested: readonly string[];
  /** What gets the focus when it has been answered, asked then; by default, what had it before. */
  readonly nextFocus: () => HTMLElement | null;
  readonly onAnswer: (doers: CompletionDoers) => void;
}

/** Asks somebody; the function never changes. */
export type AskWho = (question: WhoQuestion) => void;

/** Asks who did what is ticked for somebody else, or what is caught up on: hardly ever one person all of it. */
export default function WhoDialog(props: WhoQuestion & { onClosed: () => void }) {
  const { household, onAnswer } = props;
  const [chosen, setChosen] = useState(props.suggested);
  const answer = useRef<(() => void) | null>(null);
  const next = useRef<HTMLElement>(null);
  return (
    <AppDialog
      title={props.title}
      returnFocusTo={() => next.current}
      onClosed={() => {
        props.onClosed();
        // The row that opened this goes with it.
        answer.current?.();
      }}
      footer={(close) => (
        <Button
          onClick={() => {
            answer.current = () => onAnswer(doersOf(household, chosen));
            next.current = props.nextFocus();
            close();
          }}
        >
          Mark as done
        </Button>
      )}
    >
      {() => (
        <Stack gap="4">
          <chakra.p overflowWrap="anywhere">{props.text}</chakra.p>
          <WhoChoice legend="Done by" household={household} chosen={chosen} onChange={setChosen} />
        </Stack>
      )}
    </AppDialog>
  );
}

import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import type { ScheduleAnswer } from "./schedule-answer.ts";

/** of a button, and what it answers */
type Choice = readonly [string, ScheduleAnswer];

export interface Asking {
  onAnswer: (answer: ScheduleAnswer) => void;
  onClosed: () => void;
}

interface AnswerDialogProps extends Asking {
  title: string;
  usual: Choice;
  other: Choice;
  children: ReactNode;
}

/** Asks from when on a schedule counts, which is one of two answers. */
export function AnswerDialog({ title, usual, other, onAnswer, ...props }: AnswerDialogProps) {
  return (
    <AppDialog
      role="alertdialog"
      title={title}
      onClosed={props.onClosed}
      footer={(close) => {
        const answer = (chosen: ScheduleAnswer) => () => {
          onAnswer(chosen);
          close();
        };
        return (
          <>
            <Button variant="ghost" onClick={close}>
              Cancel
            </Button>
            <Button variant="outline" onClick={answer(other[1])}>
              {other[0]}
            </Button>
            <Button data-autofocus onClick={answer(usual[1])}>
              {usual[0]}
            </Button>
          </>
        );
      }}
    >
      {() => props.children}
    </AppDialog>
  );
}

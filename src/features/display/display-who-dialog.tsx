import { useEffect, useState } from "react";
import type { DisplayPerson } from "../../domain/households/display.ts";
import AskWhoDialog from "../../households/who-dialog.tsx";

/** Milliseconds after which nobody stands there any more. */
const LEFT_ALONE = 60_000;

interface WhoDialogProps {
  title: string;
  people: readonly DisplayPerson[];
  /** The ids of those who did it, one at least. */
  onDone: (people: readonly string[]) => void;
  onClosed: () => void;
}

/** Who did it: one tap, or several of the household. */
export function WhoDialog({ title, people, onDone, onClosed }: WhoDialogProps) {
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLeft(true), LEFT_ALONE);
    return () => clearTimeout(timer);
  }, []);
  return (
    <AskWhoDialog
      title={`Who did ${title}?`}
      people={people}
      maySeveral={people.length > 1}
      isLarge
      isOver={isLeft}
      onAnswer={onDone}
      onClosed={onClosed}
    />
  );
}

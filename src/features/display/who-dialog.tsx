import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import type { DisplayPerson } from "../../domain/households/display.ts";
import { Face } from "../../households/face.tsx";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";

/** Milliseconds after which nobody stands there any more. */
const LEFT_ALONE = 60_000;

interface WhoDialogProps {
  title: string;
  people: readonly DisplayPerson[];
  /** The ids of those who did it, one at least. */
  onDone: (people: readonly string[]) => void;
  onClosed: () => void;
}

/** Who did it: one or several of the household. */
export function WhoDialog({ title, people, onDone, onClosed }: WhoDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isLeft, setLeft] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice shows that somebody is there.
  useEffect(() => {
    const timer = setTimeout(() => setLeft(true), LEFT_ALONE);
    return () => clearTimeout(timer);
  }, [chosen]);

  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);

  return (
    <AppDialog
      size="md"
      isOver={isLeft}
      title={
        <>
          Who did <bdi>{title}</bdi>?
        </>
      }
      onClosed={onClosed}
    >
      {(close) => (
        <Stack gap="4" pb="4">
          <chakra.div
            display="grid"
            gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 12rem), 1fr))"
            gap="3"
          >
            {people.map(({ id, name, face }) => (
              <chakra.button
                key={id}
                type="button"
                aria-pressed={chosen.includes(id)}
                onClick={() => toggle(id)}
                css={personButton}
              >
                <Face name={name} face={face} size="large" />
                <chakra.bdi flex="1" minW="0" textAlign="start">
                  {name}
                </chakra.bdi>
              </chakra.button>
            ))}
          </chakra.div>
          <Button
            minH="4rem"
            fontSize="1.25rem"
            disabled={chosen.length === 0}
            onClick={() => {
              onDone(people.map(({ id }) => id).filter((id) => chosen.includes(id)));
              close();
            }}
          >
            Done
          </Button>
        </Stack>
      )}
    </AppDialog>
  );
}

/** A person to tap from standing; pressed, it has a thick outline and bold letters. */
export const personButton = {
  display: "flex",
  alignItems: "center",
  gap: "3",
  minH: "5rem",
  p: "3",
  borderWidth: "1px",
  borderColor: "border.control",
  borderRadius: "card",
  fontSize: "1.1875rem",
  lineHeight: "1.25",
  "&:hover": { bg: "bg.muted" },
  "&[aria-pressed=true]": {
    bg: "accent.subtle",
    borderColor: "accent",
    boxShadow: "inset 0 0 0 2px {colors.accent}",
    fontWeight: "semibold",
  },
} as const;

import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Doer } from "../domain/households/doers.ts";
import { Button } from "../ui/button.tsx";
import { AppDialog } from "../ui/dialog.tsx";
import { LARGE_LETTERS } from "../ui/theme/recipes/media.recipe.ts";
import { useLocale } from "../ui/use-locale.ts";
import { Face } from "./face.tsx";

export interface WhoQuestion {
  readonly title: ReactNode;
  readonly people: readonly Doer[];
  /** whether several of them, or nobody in particular, may have done it */
  readonly maySeveral: boolean;
  /** focused once it has been answered; by default, the control that was focused before */
  readonly nextFocus?: () => HTMLElement | null;
  /** Called with their ids, none for nobody in particular, when the dialog has left the screen. */
  readonly onAnswer: (people: readonly string[]) => void;
}

interface WhoDialogProps extends WhoQuestion {
  /** to be recognised and tapped from standing, where somebody has to be named */
  isLarge?: boolean;
  /** milliseconds after which it closes by itself */
  leftAfter?: number;
  onClosed: () => void;
}

/** Asks who did something: a tap on one of them answers it, several are chosen first. */
export default function WhoDialog(props: WhoDialogProps) {
  const { people, maySeveral, nextFocus, isLarge = false, leftAfter } = props;
  const { t } = useLocale();
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    if (leftAfter === undefined) return;
    const timer = setTimeout(() => setLeft(true), leftAfter);
    return () => clearTimeout(timer);
  }, [leftAfter]);
  const answer = useRef<(() => void) | null>(null);
  const next = useRef<HTMLElement>(null);
  const first = useRef<HTMLDivElement>(null);

  function settle(ids: readonly string[], close: () => void) {
    answer.current = () => props.onAnswer(ids);
    next.current = nextFocus?.() ?? null;
    close();
  }
  const toggle = (id: string, ids: readonly string[]) =>
    setChosen(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);

  return (
    <AppDialog
      title={props.title}
      size={isLarge ? "md" : "sm"}
      isOver={isLeft}
      startAt={() => first.current?.querySelector("button") ?? null}
      returnFocusTo={() => next.current}
      onClosed={() => {
        props.onClosed();
        // The control that opened this may go with the answer.
        answer.current?.();
      }}
    >
      {(close) => (
        <Stack gap="3" pb="4">
          <chakra.div
            ref={first}
            display="grid"
            gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 11rem), 1fr))"
            gap="2"
          >
            {people.map(({ id, name, face, isMe }) => (
              <chakra.button
                key={id}
                type="button"
                css={personButton}
                {...(isLarge && { minH: "5rem", fontSize: "1.1875rem" })}
                {...(chosen && { "aria-pressed": chosen.includes(id) })}
                onClick={() => (chosen ? toggle(id, chosen) : settle([id], close))}
              >
                {face !== undefined && (
                  <Face name={name} face={face} {...(isLarge && { size: "large" })} />
                )}
                <chakra.bdi flex="1" minW="0" overflowWrap="anywhere">
                  {isMe ? t("You") : name}
                </chakra.bdi>
              </chakra.button>
            ))}
          </chakra.div>
          {maySeveral && !chosen && (
            <chakra.div display="flex" flexWrap="wrap" gap="2">
              <Button variant="outline" onClick={() => setChosen([])}>
                {t("Several people")}
              </Button>
              {!isLarge && (
                <Button variant="outline" onClick={() => settle([], close)}>
                  {t("Somebody")}
                </Button>
              )}
            </chakra.div>
          )}
          {chosen && (
            <Button
              disabled={chosen.length === 0}
              onClick={() => {
                settle(
                  people.map(({ id }) => id).filter((id) => chosen.includes(id)),
                  close,
                );
              }}
            >
              {t("Done // ends a choice of people")}
            </Button>
          )}
        </Stack>
      )}
    </AppDialog>
  );
}

/** A person to tap; pressed, it has a thick outline and bold letters. */
export const personButton = {
  display: "flex",
  alignItems: "center",
  gap: "3",
  minH: "4rem",
  px: "3",
  py: "2",
  textAlign: "start",
  borderWidth: "1px",
  borderColor: "border.control",
  borderRadius: "card",
  lineHeight: "1.25",
  [LARGE_LETTERS]: { gap: "2", px: "2" },
  "&:hover": { bg: "bg.muted" },
  "&[aria-pressed=true]": {
    bg: "accent.subtle",
    borderColor: "accent",
    boxShadow: "inset 0 0 0 2px {colors.accent}",
    fontWeight: "semibold",
  },
} as const;

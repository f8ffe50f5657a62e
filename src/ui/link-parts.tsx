import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface OutcomeProps {
  /** Whether the button that led here is gone, and its focus with it. */
  readonly takesFocus: boolean;
  readonly children: ReactNode;
}

export function Outcome({ takesFocus, children }: OutcomeProps) {
  const outcome = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) outcome.current?.focus();
  }, [takesFocus]);
  return (
    <chakra.p
      ref={outcome}
      tabIndex={-1}
      bg="accent.subtle"
      borderRadius="card"
      p="4"
      overflowWrap="anywhere"
    >
      {children}
    </chakra.p>
  );
}

interface LinkAlertProps {
  readonly title: string;
  readonly advice: string;
  readonly children: ReactNode;
}

export const LinkAlert = ({ title, advice, children }: LinkAlertProps) => (
  <chakra.div role="alert" display="flex" gap="3" p="4" bg="bg.muted" borderRadius="card">
    <chakra.span color="status.today" pt="0.5">
      <Icon name="alert" />
    </chakra.span>
    <Stack gap="2" alignItems="flex-start">
      <chakra.p fontWeight="semibold">{title}</chakra.p>
      <p>{advice}</p>
      {children}
    </Stack>
  </chakra.div>
);

export const LinkOver = ({ advice, onLeave }: { advice: string; onLeave: () => void }) => (
  <LinkAlert title="This link no longer works" advice={advice}>
    <Button onClick={onLeave}>Open Rota</Button>
  </LinkAlert>
);

export function OpenRota({ onLeave }: { onLeave: () => void }) {
  return (
    <Button variant="link" onClick={onLeave}>
      Open Rota
    </Button>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { Known, type Reading } from "./known.tsx";
import { Loading } from "./loading.tsx";
import { useLocale } from "./use-locale.ts";

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

export function LinkOver({ advice, onLeave }: { advice: string; onLeave: () => void }) {
  const { t } = useLocale();
  return (
    <LinkAlert title={t("This link no longer works")} advice={advice}>
      <Button onClick={onLeave}>{t("Open Rota // a button: opens the app")}</Button>
    </LinkAlert>
  );
}

interface LinkPageProps<T> {
  readonly query: Reading<T>;
  readonly isOver: boolean;
  /** what to do once the link is over */
  readonly advice: string;
  readonly isBusy: boolean;
  readonly onLeave: () => void;
  readonly children: (data: T) => ReactNode;
}

/** A page for a link that needs no account. */
export function LinkPage<T>({ query, isOver, advice, isBusy, ...props }: LinkPageProps<T>) {
  const { t } = useLocale();
  return isOver ? (
    <LinkOver advice={advice} onLeave={props.onLeave} />
  ) : (
    <Known query={query} shape={<Loading />}>
      {(data) => (
        <fieldset disabled={isBusy}>
          <Stack gap="4">
            {props.children(data)}
            <Button variant="link" onClick={props.onLeave}>
              {t("Open Rota // a button: opens the app")}
            </Button>
          </Stack>
        </fieldset>
      )}
    </Known>
  );
}

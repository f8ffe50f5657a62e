import { chakra } from "@chakra-ui/react";
import { doneWhen } from "../../domain/dates/done-when.ts";
import { formatWeekday } from "../../domain/dates/format-date.ts";
import { SOMEONE_WHO_LEFT } from "../../domain/tasks/task.ts";
import { PeopleButtons } from "../../households/people-buttons.tsx";
import { Button } from "../../ui/button.tsx";
import { LinkPage, Outcome } from "../../ui/link-parts.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { type LinkedDay, useMailLink } from "./mail-link.ts";

/** Opened by "Done" in a mail: acts only when the button is pressed. */
export default function DonePage({ onLeave }: { onLeave: () => void }) {
  const { t } = useLocale();
  const { page, acted, act } = useMailLink("done");
  return (
    <LinkPage
      {...page}
      advice={t(
        "Links in mails work for three days, as long as the task is on your list. You can still mark it as done on your board.",
      )}
      onLeave={onLeave}
    >
      {(state) => <Linked state={state} isBusy={page.isBusy} acted={acted} act={act} />}
    </LinkPage>
  );
}

interface LinkedProps extends Pick<ReturnType<typeof useMailLink>, "acted" | "act"> {
  state: LinkedDay;
  isBusy: boolean;
}

function Linked({ state, isBusy, acted, act }: LinkedProps) {
  const locale = useLocale();
  const { t } = locale;
  const { title, name, done } = state;
  return (
    <>
      <chakra.div overflowWrap="anywhere">
        <chakra.h2 dir="auto">{title}</chakra.h2>
        <chakra.p color="fg.muted">
          For {formatWeekday(state.day, locale)}
          {state.place !== state.day &&
            t(", put off to {day}", { day: formatWeekday(state.place, locale) })}
        </chakra.p>
      </chakra.div>
      {done === null ? (
        <>
          {acted === "undo" && <Outcome takesFocus>{t("Taken back. It is open again.")}</Outcome>}
          {state.asks ? (
            <PeopleButtons
              people={state.asks}
              me={state.asks.find(({ isMe }) => isMe)?.id ?? null}
              onTick={(person) => act("do", [person])}
            />
          ) : (
            <>
              <p>
                Mark it as done by <bdi>{name}</bdi>?
              </p>
              <Button aria-busy={isBusy} onClick={() => act("do")}>
                {t("Mark as done")}
              </Button>
            </>
          )}
        </>
      ) : (
        <>
          <Outcome key={done.at} takesFocus={acted !== null}>
            <Settled {...state} done={done} />
          </Outcome>
          {done.mayUndo && (
            <Button
              variant="outline"
              aria-busy={isBusy}
              aria-label={`Undo ${title}`}
              onClick={() => act("undo")}
            >
              {t("Undo")}
            </Button>
          )}
        </>
      )}
    </>
  );
}

function Settled({ done, day, timeZone }: LinkedDay & { done: NonNullable<LinkedDay["done"]> }) {
  const locale = useLocale();
  const { t } = locale;
  const when = doneWhen(done, day, timeZone, locale);
  const name = <bdi>{done.name ?? t(SOMEONE_WHO_LEFT)}</bdi>;
  if (done.isYou)
    return done.status === "done"
      ? t("Done by you, {when}.", { when })
      : t("You skipped it, {when}.", { when });
  if (done.status === "skipped")
    return (
      <>
        {name} skipped it, {when}.
      </>
    );
  return (
    <>
      {name} was first, {when}.
    </>
  );
}

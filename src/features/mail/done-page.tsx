import { chakra, Stack } from "@chakra-ui/react";
import { doneWhen } from "../../domain/dates/done-when.ts";
import { formatWeekday } from "../../domain/dates/format-date.ts";
import { SOMEONE_WHO_LEFT } from "../../domain/tasks/task.ts";
import { PeopleButtons } from "../../households/people-buttons.tsx";
import { Button } from "../../ui/button.tsx";
import { LinkOver, OpenRota, Outcome } from "../../ui/link-parts.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Loading } from "../../ui/loading.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { type LinkedDay, useMailLink } from "./mail-link.ts";

/** Opened by "Done" in a mail: acts only when the button is pressed. */
export default function DonePage({ onLeave }: { onLeave: () => void }) {
  const style = useDateStyle();
  const { state, isOver, error, retry, isBusy, acted, act } = useMailLink("done");
  if (isOver) {
    return (
      <LinkOver
        advice="Links in mails work for three days, as long as the task is on your list. You can still mark it as done on your board."
        onLeave={onLeave}
      />
    );
  }
  if (state === undefined) return error ? <LoadFailure onRetry={retry} /> : <Loading />;
  const { title, name, done } = state;
  return (
    <fieldset disabled={isBusy}>
      <Stack gap="4">
        <chakra.div overflowWrap="anywhere">
          <chakra.h2 dir="auto">{title}</chakra.h2>
          <chakra.p color="fg.muted">
            For {formatWeekday(state.day, style)}
            {state.place !== state.day && `, put off to ${formatWeekday(state.place, style)}`}
          </chakra.p>
        </chakra.div>
        {done === null ? (
          <>
            {acted === "undo" && <Outcome takesFocus>Taken back. It is open again.</Outcome>}
            {state.asks ? (
              <PeopleButtons
                words="Done, as"
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
                  Mark as done
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
                Undo
              </Button>
            )}
          </>
        )}
        <OpenRota onLeave={onLeave} />
      </Stack>
    </fieldset>
  );
}

function Settled({ done, day, timeZone }: LinkedDay & { done: NonNullable<LinkedDay["done"]> }) {
  const style = useDateStyle();
  const when = doneWhen(done, day, timeZone, style);
  const name = <bdi>{done.name ?? SOMEONE_WHO_LEFT}</bdi>;
  if (done.isYou)
    return done.status === "done" ? `Done by you, ${when}.` : `You skipped it, ${when}.`;
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

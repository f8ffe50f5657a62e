import { chakra } from "@chakra-ui/react";
import { doneWhen } from "../../domain/dates/done-when.ts";
import { formatWeekday } from "../../domain/dates/format-date.ts";
import type { Locale } from "../../domain/language/locale.ts";
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
  const day = formatWeekday(state.day, locale);
  return (
    <>
      <chakra.div overflowWrap="anywhere">
        <chakra.h2 dir="auto">{title}</chakra.h2>
        <chakra.p color="fg.muted">
          {state.place === state.day
            ? t("For {day} // on which something is due", { day })
            : t("For {day}, put off to {later}", {
                day,
                later: formatWeekday(state.place, locale),
              })}
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
              <p>{t("Mark it as done by {name}?", { name })}</p>
              <Button aria-busy={isBusy} onClick={() => act("do")}>
                {t("Mark as done")}
              </Button>
            </>
          )}
        </>
      ) : (
        <>
          <Outcome key={done.at} takesFocus={acted !== null}>
            {settledText(state, locale)}
          </Outcome>
          {done.mayUndo && (
            <Button
              variant="outline"
              aria-busy={isBusy}
              aria-label={t("Undo {title}", { title })}
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

function settledText({ done, day, timeZone }: LinkedDay, locale: Locale): string {
  if (!done) return "";
  const { t } = locale;
  const when = doneWhen(done, day, timeZone, locale);
  const name = done.name ?? t(SOMEONE_WHO_LEFT);
  if (done.status === "skipped")
    return done.isYou
      ? t("You skipped it, {when}. // 'at 8:05 AM'", { when })
      : t("{name} skipped it, {when}. // 'today at 8:05 AM'", { name, when });
  return done.isYou
    ? t("Done by you, {when}. // 'at 8:05 AM'", { when })
    : t("{name} was first, {when}. // 'today at 8:05 AM'", { name, when });
}

import { useEffect } from "react";
import { type Session, useSession } from "../auth/session.ts";
import { dayInZone } from "../domain/dates/time-zone.ts";
import { type Message, msg } from "../domain/language/messages.ts";
import { cachedTaskList } from "../sync/task-list.ts";
import { gaveWay } from "../sync/untaken.ts";
import { firstOf } from "../sync/waiting/first-of.ts";
import { toastSuccess } from "../ui/toast.ts";
import { spokenLocale } from "../ui/use-locale.ts";
import { outcomeText } from "./untaken-words.ts";

const TITLES: Readonly<Record<string, Message>> = {
  done: msg("Already Done"),
  skipped: msg("Already Skipped"),
};

/** Says who was first, when a change that was sent at once was not taken, or not all of it. */
export function TellUntaken() {
  const session = useSession();
  useEffect(() => {
    if (session === null) return;
    const tell = () => tellLatest(session);
    tell();
    return gaveWay.subscribe(tell);
  }, [session]);
  return null;
}

function tellLatest(session: Session): void {
  const latest = gaveWay.getState();
  if (latest === null) return;
  gaveWay.setState(null);
  const { timeZone = "UTC" } = cachedTaskList(session)?.profile ?? {};
  const locale = spokenLocale.getState();
  const reader = { today: dayInZone(Date.now(), timeZone), timeZone, locale };
  const { change, task, deeds } = latest;
  const outcome = firstOf(session, change, deeds, task);
  const title = TITLES[outcome.status ?? ""] ?? msg("Changed Meanwhile");
  toastSuccess(locale.t(title), outcomeText({ change, outcome }, reader));
}

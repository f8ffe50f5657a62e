import { useEffect } from "react";
import { type Session, useSession } from "../auth/session.ts";
import { dayInZone } from "../domain/dates/time-zone.ts";
import { cachedTaskList } from "../sync/task-list.ts";
import { gaveWay } from "../sync/untaken.ts";
import { firstOf } from "../sync/waiting/first-of.ts";
import { toastSuccess } from "../ui/toast.ts";
import { spokenLocale } from "../ui/use-locale.ts";
import { outcomeText } from "./untaken-words.ts";

const TITLES: Readonly<Record<string, string>> = {
  done: "Already Done",
  skipped: "Already Skipped",
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
  const reader = {
    today: dayInZone(Date.now(), timeZone),
    timeZone,
    locale: spokenLocale.getState(),
  };
  const { change, task, deeds } = latest;
  const outcome = firstOf(session, change, deeds, task);
  const title = TITLES[outcome.status ?? ""] ?? "Changed Meanwhile";
  toastSuccess(title, outcomeText({ change, outcome }, reader));
}

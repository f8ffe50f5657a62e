import { useEffect, useMemo } from "react";
import { type Session, useSession } from "../auth/session.ts";
import { storedSession } from "../auth/stored-session.ts";
import { useToday } from "../clock/use-today.ts";
import { openCount } from "../domain/tasks/today.ts";
import { isToldElsewhere } from "../features/notifications/this-device.ts";
import { useTasks } from "../sync/use-tasks.ts";
import { useLocale } from "../ui/use-locale.ts";
import { keepWorkerTexts } from "../worker/worker-texts.ts";

/** Keeps the app icon's number, the push subscription and the worker's language current. */
export default function OnThisDevice() {
  const session = useSession();
  useEffect(() => {
    if (session) void renewPushes(session).catch(() => undefined);
  }, [session]);
  const locale = useLocale();
  useEffect(() => {
    // Without room, it speaks as before.
    void keepWorkerTexts(locale).catch(() => undefined);
  }, [locale]);
  return <Badge />;
}

async function renewPushes(session: Session): Promise<void> {
  if (!(await isToldElsewhere(session.userId))) return;
  const { renewThisDevice } = await import("../features/notifications/queries.ts");
  await renewThisDevice(session);
}

function Badge() {
  const { data: tasks } = useTasks();
  const { today } = useToday();
  const count = useMemo(() => tasks && openCount(tasks, today), [tasks, today]);
  useEffect(() => {
    if (count !== undefined) void navigator.setAppBadge?.(count).catch(() => undefined);
  }, [count]);
  // The next person has another.
  useEffect(
    () => () => {
      if (storedSession() === null) void navigator.clearAppBadge?.().catch(() => undefined);
    },
    [],
  );
  return null;
}

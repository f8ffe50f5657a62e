import { useMutation } from "@tanstack/react-query";
import { useAuth } from "../../auth/auth.tsx";
import { type Session, useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/today.ts";
import { FILE_FORMAT } from "../../domain/portability/rota-file.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { download } from "../../ui/download.ts";

interface Page {
  readonly tasks: readonly unknown[];
  /** the `after` of the page to come; null on the last one */
  readonly next: string | null;
  readonly account?: object;
}

/** Everything that the user may see, as the text of a file. */
async function exportEverything(session: Session, address: string): Promise<string> {
  const client = await session.supabase();
  const tasks: unknown[] = [];
  let account: object | undefined;
  let after: string | null = null;
  do {
    const parameters: { after?: string } = after === null ? {} : { after };
    const answer = dataOf(client.rpc("export_tasks", parameters).abortSignal(session.signal));
    const page = (await answer) as unknown as Page;
    tasks.push(...page.tasks);
    account ??= page.account;
    after = page.next;
  } while (after !== null);
  const exportedAt = new Date().toISOString();
  return JSON.stringify({ ...FILE_FORMAT, exportedAt, account: { address, ...account }, tasks });
}

/** Downloads everything as `rota-2026-11-22.json`. */
export function useDownloadEverything() {
  const session = useSession();
  const { user } = useAuth();
  const { today } = useToday();
  return useMutation({
    mutationFn: async () => {
      if (session === null) return;
      const text = await exportEverything(session, user?.email ?? "");
      download(`rota-${today}.json`, "application/json", text);
    },
  });
}

/** Downloads the days of the user's own tasks and of their households' as `rota-2026-11-22.ics`. */
export function useDownloadCalendar() {
  const { user } = useAuth();
  const { today } = useToday();
  const { data: tasks = [] } = useTasks();
  return useMutation({
    mutationFn: async () => {
      const { calendarFile } = await import("../../calendar/calendar-file.ts");
      const own = tasks.filter(
        ({ ownerId, household }) => household !== undefined || ownerId === user?.id,
      );
      const text = calendarFile(own, { today, appUrl: location.origin });
      download(`rota-${today}.ics`, "text/calendar", text);
    },
  });
}

import { useMutation } from "@tanstack/react-query";
import * as v from "valibot";
import { useAuth } from "../../auth/auth.tsx";
import { type Session, useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import { FILE_FORMAT } from "../../domain/portability/rota-file.ts";
import { answerOf } from "../../supabase/request-failure.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { download } from "../../ui/download.ts";

const page = v.object({
  tasks: v.array(v.unknown()),
  /** the `after` of the page to come; null on the last one */
  next: v.nullable(v.string()),
  account: v.optional(v.looseObject({})),
});

async function exportEverything(session: Session, address: string): Promise<string> {
  const client = await session.supabase();
  const tasks: unknown[] = [];
  let account: object | undefined;
  let after: string | null = null;
  do {
    const parameters: { after?: string } = after === null ? {} : { after };
    const request = client.rpc("export_tasks", parameters).abortSignal(session.signal);
    const answer: v.InferOutput<typeof page> = await answerOf(request, v.parser(page));
    tasks.push(...answer.tasks);
    account ??= answer.account;
    after = answer.next;
  } while (after !== null);
  const exportedAt = new Date().toISOString();
  return JSON.stringify({ ...FILE_FORMAT, exportedAt, account: { address, ...account }, tasks });
}

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

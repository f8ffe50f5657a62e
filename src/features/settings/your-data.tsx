import { chakra, Stack } from "@chakra-ui/react";
import { useMutation } from "@tanstack/react-query";
import * as v from "valibot";
import { useAuth } from "../../auth/auth.tsx";
import { type Session, useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import { told } from "../../completions/told-changes.ts";
import { msg } from "../../domain/language/messages.ts";
import { FILE_FORMAT } from "../../domain/portability/rota-file.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { answerOf } from "../../supabase/request-failure.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { download } from "../../ui/download.ts";
import { late } from "../../ui/late.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";

const ImportDialog = late(() => import("./import-dialog.tsx"));

export function YourData() {
  const { t } = useLocale();
  const calendar = useDownloadCalendar();

  return (
    <Stack gap="3" alignItems="flex-start">
      <chakra.p color="fg.muted">
        {t(
          "Download all you can see in Rota: tasks, who did them and when, notes, and who you share with; or the days of your own tasks and your households’, as a calendar file. You can import such a download here or in another Rota, and what other programs have: Donetick, Grocy, Loop, Vikunja, TickTick, Todoist, a calendar or a table.",
        )}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <DownloadEverything />
        <Button
          variant="outline"
          onClick={() => void told(calendar.mutateAsync(), DOWNLOAD_FAILED)}
        >
          {t("Download my calendar")}
        </Button>
        <DialogButton label={t("Import tasks")}>
          {(onClosed) => <ImportDialog onClosed={onClosed} />}
        </DialogButton>
      </chakra.div>
    </Stack>
  );
}

const DOWNLOAD_FAILED: FailureWords = {
  title: msg("Error Downloading Your Data"),
  description: msg("Failed to download your data. Please try again."),
  offline: msg("Unable to download your data. Please check your connection and try again."),
};

export function DownloadEverything() {
  const { t } = useLocale();
  const { mutateAsync, isPending } = useDownloadEverything();
  const start = () =>
    told(mutateAsync(), DOWNLOAD_FAILED, () =>
      toastSuccess(t("Download ready"), t("Everything you can see is in the file.")),
    );
  return (
    <Button variant="outline" aria-disabled={isPending} onClick={() => void (isPending || start())}>
      {t("Download everything")}
    </Button>
  );
}

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

function useDownloadEverything() {
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

function useDownloadCalendar() {
  const locale = useLocale();
  const { user } = useAuth();
  const { today } = useToday();
  const { data: tasks = [] } = useTasks();
  return useMutation({
    mutationFn: async () => {
      const { calendarFile } = await import("../../calendar/calendar-file.ts");
      const own = tasks.filter(
        ({ ownerId, household }) => household !== undefined || ownerId === user?.id,
      );
      const text = calendarFile(own, { today, appUrl: location.origin, locale });
      download(`rota-${today}.ics`, "text/calendar", text);
    },
  });
}

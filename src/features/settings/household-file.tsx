import { useMutation } from "@tanstack/react-query";
import * as v from "valibot";
import { type Session, useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import { told } from "../../completions/told-changes.ts";
import type { Household } from "../../domain/households/household.ts";
import { msg } from "../../domain/language/messages.ts";
import { HOUSEHOLD_FILE } from "../../domain/moving/rota.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { answerOf } from "../../supabase/request-failure.ts";
import { Button } from "../../ui/button.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { download } from "../../ui/download.ts";
import { late } from "../../ui/late.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { useUndoImport } from "./undo-import.ts";

const ImportDialog = late(() => import("./import-dialog.tsx"));

/** A keeper takes the household out, and others in. */
export function HouseholdFile({ household }: { household: Household }) {
  const { t } = useLocale();
  const { mutateAsync, isPending } = useDownload(household);
  const undo = useUndoImport();
  const start = () =>
    told(mutateAsync(), DOWNLOAD_FAILED, () =>
      toastSuccess(
        t("Download ready"),
        t(
          "Another Rota makes the same household of it. Accounts, devices and links don’t come along.",
        ),
      ),
    );
  return (
    <>
      <Button
        variant="outline"
        aria-disabled={isPending}
        onClick={() => void (isPending || start())}
      >
        {t("Download the household")}
      </Button>
      <DialogButton label={t("Import tasks")}>
        {(onClosed) => <ImportDialog householdId={household.id} onClosed={onClosed} />}
      </DialogButton>
      {household.imports?.map(({ id, by, tasks }) => (
        <Button key={id} variant="outline" onClick={() => undo(id)}>
          {t("Take back the import of {count, plural, one {# task} other {# tasks}} by {by}", {
            count: tasks,
            by,
          })}
        </Button>
      ))}
    </>
  );
}

const DOWNLOAD_FAILED: FailureWords = {
  title: msg("Error Downloading the Household"),
  description: msg("Failed to download the household. Please try again."),
  offline: msg("Unable to download the household. Please check your connection and try again."),
};

const page = v.object({
  tasks: v.array(v.unknown()),
  /** those besides its own whom its tasks name */
  people: v.array(v.object({ id: v.string(), name: v.string(), hasLeft: v.boolean() })),
  /** the `after` of the page to come; null on the last one */
  next: v.nullable(v.string()),
  household: v.optional(v.looseObject({ people: v.array(v.unknown()) })),
});

async function fileOf(session: Session, household_id: string): Promise<string> {
  const client = await session.supabase();
  const tasks: unknown[] = [];
  const others = new Map<string, unknown>();
  let household: v.InferOutput<typeof page>["household"];
  let after: string | null = null;
  do {
    const parameters = { household_id, ...(after !== null && { after }) };
    const request = client.rpc("export_tasks", parameters).abortSignal(session.signal);
    const answer: v.InferOutput<typeof page> = await answerOf(request, v.parser(page));
    tasks.push(...answer.tasks);
    for (const person of answer.people) others.set(person.id, person);
    household ??= answer.household;
    after = answer.next;
  } while (after !== null);
  const people = [...(household?.people ?? []), ...others.values()];
  const exportedAt = new Date().toISOString();
  return JSON.stringify({
    ...HOUSEHOLD_FILE,
    exportedAt,
    source: "rota",
    ...household,
    people,
    tasks,
  });
}

function useDownload({ id }: Household) {
  const session = useSession();
  const { today } = useToday();
  return useMutation({
    mutationFn: async () => {
      if (session === null) return;
      download(`rota-household-${today}.json`, "application/json", await fileOf(session, id));
    },
  });
}

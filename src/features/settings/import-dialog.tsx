import { chakra, Input, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { type ImportEntry, MAX_IMPORT_TASKS } from "../../domain/portability/import-input.ts";
import { piecesOf } from "../../domain/portability/import-pieces.ts";
import { FileProblem, type LeftOut } from "../../domain/portability/rota-file.ts";
import type { TodoistTask } from "../../domain/moving/todoist-file.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { FormField } from "../../ui/field.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { type Choices, entriesOfTodoist, readImportFile } from "./import-file.ts";
import { ImportPreview } from "./import-preview.tsx";
import { TodoistCheck } from "./todoist-check.tsx";
import { newUpload, type Upload } from "./upload.ts";

interface Plan {
  readonly upload: Upload;
  readonly entries: readonly ImportEntry[];
  readonly leftOut: readonly LeftOut[];
  readonly remarks: readonly string[];
  /** of a file of Todoist: the words of each task's date, by its source */
  readonly words?: ReadonlyMap<string, string>;
}

export default function ImportDialog({ onClosed }: { onClosed: () => void }) {
  const locale = useLocale();
  const { t } = locale;
  const { today } = useToday();
  const [problem, setProblem] = useState<string>();
  const [unsure, setUnsure] = useState<readonly TodoistTask[] | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);

  function planFor(
    all: Plan["entries"],
    leftOut: Plan["leftOut"],
    more: Pick<Plan, "remarks" | "words"> = { remarks: [] },
  ) {
    if (all.length > MAX_IMPORT_TASKS) {
      setUnsure(null);
      setProblem(
        t("There are {count, number} tasks in this file: an import takes at most {most, number}.", {
          count: all.length,
          most: MAX_IMPORT_TASKS,
        }),
      );
      return;
    }
    const { entries, pieces, tooLarge } = piecesOf(all);
    const tooMuch = tooLarge.map(({ fields }) => ({
      title: String(fields.title ?? "").slice(0, 100),
      why: t("It is too large // a task"),
    }));
    setPlan({ upload: newUpload(pieces), entries, leftOut: [...leftOut, ...tooMuch], ...more });
  }

  function planTodoist(tasks: readonly TodoistTask[], choices: Choices) {
    const { entries, leftOut } = entriesOfTodoist(tasks, choices, locale);
    const words = new Map(tasks.map((task) => [task.source, task.words]));
    planFor(entries, leftOut, { remarks: remarksOn(tasks, locale), words });
  }

  async function choose(file: File | undefined) {
    setProblem(undefined);
    setUnsure(null);
    setPlan(null);
    if (!file) return;
    try {
      const read = await readImportFile(file, today, locale);
      if (read.kind === "rota") planFor(read.entries, read.leftOut);
      else if (read.tasks.some(({ date }) => date === null)) setUnsure(read.tasks);
      else planTodoist(read.tasks, {});
    } catch (error) {
      setProblem(error instanceof FileProblem ? error.message : t("This file can't be read."));
    }
  }

  return (
    <AppDialog title={t("Import tasks")} size="md" onClosed={onClosed}>
      {(close) => (
        <Stack gap="5" pb="4">
          <FormField
            label={t("File")}
            hint={t("A file from Rota (.json) or a project from Todoist (.csv); at most 10 MB.")}
            error={problem}
          >
            <Input
              type="file"
              accept=".json,.csv,application/json,text/csv"
              py="2"
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          </FormField>
          {unsure && !plan && (
            <TodoistCheck tasks={unsure} onChosen={(choices) => planTodoist(unsure, choices)} />
          )}
          {plan && <ImportPreview key={plan.upload.id} {...plan} onDone={close} />}
          {!unsure && !plan && (
            <chakra.p color="fg.muted">
              {t(
                "You see what will be added before it is. Importing a file twice adds nothing twice.",
              )}
            </chakra.p>
          )}
        </Stack>
      )}
    </AppDialog>
  );
}

/** Says which parts of Todoist's tasks are lost. */
function remarksOn(tasks: readonly TodoistTask[], { t }: Locale): string[] {
  const dates = tasks.flatMap(({ date }) => date ?? []);
  const count = (test: (date: (typeof dates)[number]) => boolean) => dates.filter(test).length;
  const [timed, open] = [count((date) => date.hasTime), count((date) => date.countsFromToday)];
  return [
    ...(timed > 0
      ? [t("Times of day are left out ({count, number}). // of how many tasks", { count: timed })]
      : []),
    ...(open > 0
      ? [
          t(
            "Todoist's file does not say on which day these are next due, so they count from today ({count, number}). // how many tasks",
            { count: open },
          ),
        ]
      : []),
  ];
}

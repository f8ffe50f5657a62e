import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Locale } from "../../domain/language/locale.ts";
import type { Answers, Moving } from "../../domain/moving/moving-form.ts";
import { MAX_FILE_BYTES, sourceOf } from "../../domain/moving/sources.ts";
import type { TodoistTask } from "../../domain/moving/todoist-file.ts";
import { MAX_IMPORT_TASKS } from "../../domain/portability/import-input.ts";
import { piecesOf } from "../../domain/portability/import-pieces.ts";
import { FileProblem } from "../../domain/portability/rota-file.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { FormField } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { type Choices, entriesOfTodoist, readImportFile } from "./import-file.ts";
import { type ImportPlan, ImportPreview } from "./import-preview.tsx";
import { MovingPlan } from "./moving-plan.tsx";
import { MovingQuestions } from "./moving-questions.tsx";
import { TodoistCheck } from "./todoist-check.tsx";
import { newUpload } from "./upload.ts";

interface ImportDialogProps {
  /** the household on whose page it was opened */
  householdId?: string;
  onClosed: () => void;
}

/** A household that is read from a file, and how to read it again with answers. */
interface Arriving {
  readonly moving: Moving;
  readonly program: string;
  readonly answers: Answers;
  readonly readWith: (answers: Answers) => Promise<Moving>;
}

export default function ImportDialog({ householdId, onClosed }: ImportDialogProps) {
  const locale = useLocale();
  const { t } = locale;
  const { today } = useToday();
  const [problem, setProblem] = useState<string>();
  const [unsure, setUnsure] = useState<readonly TodoistTask[] | null>(null);
  const [arriving, setArriving] = useState<Arriving | null>(null);
  const [plan, setPlan] = useState<ImportPlan | null>(null);

  function planFor(
    all: ImportPlan["entries"],
    leftOut: ImportPlan["leftOut"],
    more: Pick<ImportPlan, "remarks" | "words"> = { remarks: [] },
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
    setArriving(null);
    setPlan(null);
    if (!file) return;
    try {
      const found = await arrivingOf(file, today, locale);
      // One's own project of Todoist has dates to be checked; it has no people.
      if (found && !(found.moving.source === "todoist" && householdId === undefined)) {
        setArriving(found);
        return;
      }
      const read = await readImportFile(file, today, locale);
      if (read.kind === "rota") planFor(read.entries, read.leftOut);
      else if (read.tasks.some(({ date }) => date === null)) setUnsure(read.tasks);
      else planTodoist(read.tasks, {});
    } catch (error) {
      setProblem(error instanceof FileProblem ? error.message : t("This file can't be read."));
    }
  }

  async function answer(answers: Answers) {
    if (!arriving) return;
    const all = { ...arriving.answers, ...answers };
    try {
      setArriving({ ...arriving, answers: all, moving: await arriving.readWith(all) });
    } catch (error) {
      setArriving(null);
      setProblem(error instanceof FileProblem ? error.message : t("This file can't be read."));
    }
  }

  return (
    <AppDialog title={t("Import tasks")} size="md" onClosed={onClosed}>
      {(close) => (
        <Stack gap="5" pb="4">
          <FormField
            label={t("File")}
            hint={t("A file from Rota (.json) or from another program; at most 100 MB.")}
            error={problem}
          >
            <Input type="file" py="2" onChange={(event) => void choose(event.target.files?.[0])} />
          </FormField>
          {arriving && !plan && (
            <>
              <chakra.p fontWeight="semibold">
                {t("From {program}: {name} // a household", {
                  program: arriving.program,
                  name: arriving.moving.name,
                })}
              </chakra.p>
              {arriving.moving.questions.length > 0 ? (
                <MovingQuestions
                  key={arriving.moving.questions.map(({ id }) => id).join()}
                  questions={arriving.moving.questions}
                  onAnswered={(answers) => void answer(answers)}
                />
              ) : (
                <MovingPlan
                  moving={arriving.moving}
                  householdId={householdId ?? null}
                  onPlanned={setPlan}
                />
              )}
            </>
          )}
          {unsure && !plan && (
            <TodoistCheck tasks={unsure} onChosen={(choices) => planTodoist(unsure, choices)} />
          )}
          {plan && <ImportPreview key={plan.upload.id} {...plan} onDone={close} />}
          {!unsure && !arriving && !plan && (
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

/** null for a file of a person's own tasks */
async function arrivingOf(
  file: File,
  today: CalendarDate,
  locale: Locale,
): Promise<Arriving | null> {
  if (file.size > MAX_FILE_BYTES) {
    throw new FileProblem(locale.t("This file is too large: an import takes at most 100 MB."));
  }
  const read = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  const source = await sourceOf(read);
  if (source === null) return null;
  const reader = await source.load();
  const readWith = (answers: Answers) => reader(read, answers, locale, today);
  return { moving: await readWith({}), program: source.name, answers: {}, readWith };
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

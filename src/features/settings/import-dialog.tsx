import { chakra } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import type { Answers } from "../../domain/moving/moving-form.ts";
import type { ReadFile, ReadMoving } from "../../domain/moving/read-file.ts";
import { MAX_FILE_BYTES } from "../../domain/portability/import-input.ts";
import { piecesOf } from "../../domain/portability/import-pieces.ts";
import { type FileContents, FileProblem } from "../../domain/portability/rota-file.ts";
import { AppDialog } from "../../ui/dialog.tsx";
import { FormField } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { DropZone } from "./drop-zone.tsx";
import { type ImportPlan, ImportPreview } from "./import-preview.tsx";
import { MovingPlan } from "./moving-plan.tsx";
import { MovingQuestions } from "./moving-questions.tsx";
import { type Reading, readingOf } from "./reading.ts";
import { ReadingProgress } from "./reading-progress.tsx";
import { newUpload } from "./upload.ts";

interface ImportDialogProps {
  /** the household on whose page it was opened */
  householdId?: string;
  onClosed: () => void;
}

export default function ImportDialog({ householdId, onClosed }: ImportDialogProps) {
  const locale = useLocale();
  const { t } = locale;
  const { today } = useToday();
  const field = useRef<HTMLInputElement>(null);
  const reading = useRef<Reading>(undefined);
  useEffect(() => () => reading.current?.end(), []);
  /** how many deeds are read so far; null while nothing is read */
  const [deeds, setDeeds] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();
  const [answers, setAnswers] = useState<Answers>({});
  const [arriving, setArriving] = useState<ReadMoving | null>(null);
  const [plan, setPlan] = useState<ImportPlan | null>(null);

  function stop() {
    reading.current?.end();
    reading.current = undefined;
    setDeeds(null);
    setProblem(undefined);
    setArriving(null);
    setPlan(null);
  }

  function choose(file: File | undefined) {
    stop();
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) {
      setProblem(t("This file is too large: an import takes at most 100 MB."));
      return;
    }
    reading.current = readingOf(file, today, locale, setDeeds);
    void read({});
  }

  /** The same file can be chosen again. */
  function giveUp() {
    stop();
    if (field.current === null) return;
    field.current.value = "";
    field.current.focus();
  }

  async function read(given: Answers) {
    const current = reading.current;
    setAnswers(given);
    setDeeds(0);
    try {
      const found = await current?.read(given);
      if (found) show(found);
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      setArriving(null);
      setProblem(error.message);
    }
    setDeeds(null);
  }

  function show(found: ReadFile) {
    if (found.kind === "own") setPlan(planOfOwn(found, t("It is too large // a task")));
    else setArriving(found);
  }

  const isReading = deeds !== null;
  return (
    <AppDialog title={t("Import tasks")} size="md" onClosed={onClosed}>
      {(close) => (
        <DropZone field={field} onDropped={choose}>
          <FormField
            label={t("File")}
            hint={t(
              "Choose a file from Rota (.json) or from another program, or drop it here; at most 100 MB.",
            )}
            error={problem}
          >
            <Input
              ref={field}
              type="file"
              py="2"
              onChange={(event) => choose(event.target.files?.[0])}
            />
          </FormField>
          {isReading && <ReadingProgress deeds={deeds} onStop={giveUp} />}
          {arriving && !plan && !isReading && (
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
                  onAnswered={(more) => void read({ ...answers, ...more })}
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
          {plan && <ImportPreview key={plan.upload.id} {...plan} onDone={close} />}
          {!isReading && !arriving && !plan && (
            <chakra.p color="fg.muted">
              {t(
                "You see what will be added before it is. Importing a file twice adds nothing twice.",
              )}
            </chakra.p>
          )}
        </DropZone>
      )}
    </AppDialog>
  );
}

/** What a person has downloaded of their own tasks asks nothing. */
function planOfOwn({ entries: all, leftOut }: FileContents, tooLargeText: string): ImportPlan {
  const { entries, pieces, tooLarge } = piecesOf(all);
  const tooMuch = tooLarge.map(({ fields }) => ({
    title: String(fields.title ?? "").slice(0, 100),
    why: tooLargeText,
  }));
  return { upload: newUpload(pieces), entries, leftOut: [...leftOut, ...tooMuch], remarks: [] };
}

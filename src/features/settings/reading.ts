import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Locale } from "../../domain/language/locale.ts";
import type { Answers } from "../../domain/moving/moving-form.ts";
import type { ReadFile } from "../../domain/moving/read-file.ts";
import { FileProblem } from "../../domain/portability/rota-file.ts";
import { loadCatalogue } from "../../languages/load.ts";
import type { Told, ToRead } from "./reading-worker.ts";

/** A file that a worker reads. */
export interface Reading {
  /**
   * Reads it with the answers so far, one after the other. Rejects with a FileProblem, whose message is for the user;
   * never settles once it has ended.
   */
  readonly read: (answers: Answers) => Promise<ReadFile>;
  readonly end: () => void;
}

/** @param onDeeds is told how many deeds have been read */
export function readingOf(
  file: File,
  today: CalendarDate,
  locale: Locale,
  onDeeds: (deeds: number) => void,
): Reading {
  const worker = new Worker(new URL("./reading-worker.ts", import.meta.url), { type: "module" });
  const { language, order, hours, weekStart, t } = locale;
  const style = { order, hours, weekStart };

  async function read(answers: Answers): Promise<ReadFile> {
    const catalogue = await loadCatalogue(language);
    const wanted: ToRead = { file, answers, today, language, catalogue, style };
    const told = await new Promise<Exclude<Told, { deeds: number }>>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Told>) =>
        "deeds" in data ? onDeeds(data.deeds) : resolve(data);
      worker.onerror = () => resolve({ problem: null });
      worker.postMessage(wanted);
    });
    if ("read" in told) return told.read;
    throw new FileProblem(told.problem ?? t("This file can't be read."));
  }

  return { read, end: () => worker.terminate() };
}

import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { DateStyle } from "../../domain/dates/date-style.ts";
import type { Language } from "../../domain/language/languages.ts";
import { localeOf } from "../../domain/language/locale.ts";
import type { Catalogue } from "../../domain/language/messages.ts";
import type { Answers, MovingFile } from "../../domain/moving/moving-form.ts";
import { type ReadFile, readFile } from "../../domain/moving/read-file.ts";
import { FileProblem } from "../../domain/portability/rota-file.ts";

/** A worker that reads one file, as often as there are answers, so that the page answers meanwhile. */

export interface ToRead {
  readonly file: File;
  readonly answers: Answers;
  readonly today: CalendarDate;
  readonly language: Language;
  readonly catalogue: Catalogue;
  readonly style: DateStyle;
}

export type Told =
  /** so many deeds so far */
  | { readonly deeds: number }
  | { readonly read: ReadFile }
  /** a sentence for the user, or null */
  | { readonly problem: string | null };

const TELL_EVERY = 1_000;

let bytes: MovingFile["bytes"] | undefined;
let lastTold = 0;

const tell = (told: Told) => postMessage(told);

async function read({ file, answers, today, language, catalogue, style }: ToRead): Promise<Told> {
  try {
    bytes ??= new Uint8Array(await file.arrayBuffer());
    lastTold = 0;
    const onDeeds = (deeds: number) => {
      if (deeds < lastTold + TELL_EVERY) return;
      lastTold = deeds;
      tell({ deeds });
    };
    const locale = localeOf(language, catalogue, style);
    return { read: await readFile({ name: file.name, bytes, onDeeds }, answers, locale, today) };
  } catch (error) {
    return { problem: error instanceof FileProblem ? error.message : null };
  }
}

addEventListener("message", ({ data }: MessageEvent<ToRead>) => void read(data).then(tell));

import type { Locale } from "../language/locale.ts";
import type { Message } from "../language/messages.ts";
import { ERROR_TEXTS } from "../tasks/error-texts.ts";
import { INPUT_TEXTS } from "../tasks/input-texts.ts";
import type { ImportEntry, ImportResult } from "./import-input.ts";
import type { LeftOut } from "./rota-file.ts";

/** Why the database takes a task of a file not; none for one that it takes, or has. */
export function refusalOf(
  { fields }: ImportEntry,
  result: ImportResult | undefined,
  { t }: Locale,
): LeftOut[] {
  const title = String(fields.title ?? "");
  if (result?.outcome === "deleted") return [{ title, why: t("You have deleted it here") }];
  if (result?.outcome !== "refused") return [];
  const why = result.issues.map(({ code }) => codeText(code, t)).join(", ");
  return [{ title, why: why || t(INPUT_TEXTS.INVALID) }];
}

const TEXTS: Readonly<Record<string, Message>> = { ...INPUT_TEXTS, ...ERROR_TEXTS };

/** What a code of the database's says to people; itself where it has no words. */
export const codeText = (code: string, t: Locale["t"]): string => t(TEXTS[code] ?? code);

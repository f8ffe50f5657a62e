import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "embedded-supabase";
import compileMessage from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";
import PO from "pofile";
import { LANGUAGES } from "../../src/domain/language/languages.ts";
import { rootFolder } from "../project.ts";
import { messagesIn, type SaidMessage, sourceFiles } from "./messages-in.ts";

/** One language's file for translators, and what is made of it for the app. */
export const fileOf = (language: string, ending: "po" | "ts") =>
  join(rootFolder, "src/languages", `${language}.${ending}`);

/** What stands beside a language's translations: which are missing, and which can't be used. */
export interface CatalogueText {
  readonly po: string;
  readonly ts: string;
  readonly missing: readonly string[];
  /** a sentence for each translation that is left out */
  readonly broken: readonly string[];
}

const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The messages of all sources, each with the files that say it. */
export function allMessages(said: readonly SaidMessage[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const { message, file } of said) {
    found.set(message, (found.get(message) ?? new Set()).add(file));
  }
  return new Map(
    [...found].sort(([a], [b]) => byText(a, b)).map(([text, files]) => [text, [...files].sort()]),
  );
}

export const saidMessages = (): SaidMessage[] => sourceFiles().flatMap(messagesIn);

/** The names of a message's slots and marked parts. @throws Error for a message that isn't ICU's */
export function slotsOf(message: string): Set<string> {
  const slots = new Set<string>();
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, kind, ...rest] = node;
    slots.add(name);
    if (kind === 1 || kind === 2 || kind === 3)
      for (const of of Object.values(rest[0])) visitAll(of);
    else if (typeof kind !== "number" || kind === 0)
      for (const inner of [kind, ...rest]) visit(inner);
  };
  const visitAll = (nodes: unknown) => {
    if (Array.isArray(nodes)) for (const node of nodes) visit(node);
  };
  visitAll(compiled(message));
  return slots;
}

export const compiled = (message: string): CompiledMessage =>
  compileMessage(message.split(" // ")[0] ?? "");

function moduleText(entries: readonly (readonly [string, CompiledMessage])[]): string {
  const lines = entries.map(([text, made]) => `${JSON.stringify(text)}:${JSON.stringify(made)},\n`);
  return `// Made by "npm run languages".
import type { Catalogue } from "../domain/language/messages.ts";
const catalogue: Catalogue = {
${lines.join("")}};
export default catalogue;
`;
}

/** A language's two files, made anew from its translations so far. */
export function catalogueOf(
  language: string,
  messages: ReadonlyMap<string, readonly string[]>,
  text: string,
): CatalogueText {
  const before = PO.parse(text);
  const known = new Map(before.items.map((item) => [keyOf(item), item.msgstr.join("")] as const));
  const after = new PO();
  after.headers = { "Content-Type": "text/plain; charset=UTF-8", Language: language };
  const entries: [string, CompiledMessage][] = [];
  const missing: string[] = [];
  const broken: string[] = [];
  for (const [message, files] of messages) {
    const [msgid = "", msgctxt] = message.split(" // ");
    const translation = known.get(message) ?? "";
    after.items.push(
      Object.assign(new PO.Item(), {
        msgid,
        msgctxt,
        msgstr: [translation],
        references: [...files],
      }),
    );
    if (translation === "") missing.push(message);
    else {
      const trouble = troubleOf(message, translation);
      if (trouble === null) entries.push([message, compiled(translation)]);
      else broken.push(`${language}.po, '${message}': ${trouble}`);
    }
  }
  return { po: `${after}`, ts: moduleText(entries), missing, broken };
}

const keyOf = ({ msgid, msgctxt }: { msgid: string; msgctxt?: string | null }) =>
  msgctxt ? `${msgid} // ${msgctxt}` : msgid;

/** Why a translation can't be used; null for one that can. */
function troubleOf(message: string, translation: string): string | null {
  try {
    const [wanted, has] = [slotsOf(message), slotsOf(translation)];
    const other = [...wanted].filter((slot) => !has.has(slot));
    const more = [...has].filter((slot) => !wanted.has(slot));
    if (other.length > 0) return `lacks {${other.join("}, {")}}`;
    return more.length > 0 ? `has no {${more.join("}, {")}} to say` : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Writes every language's files. Returns 1 where a translation can't be used. */
export function writeCatalogues(log: Progress): number {
  const messages = allMessages(saidMessages());
  let brokenOnes = 0;
  for (const language of Object.keys(LANGUAGES).filter((tag) => tag !== "en")) {
    const file = fileOf(language, "po");
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    const { po, ts, missing, broken } = catalogueOf(language, messages, text);
    writeFileSync(file, po);
    writeFileSync(fileOf(language, "ts"), ts);
    const done = messages.size - missing.length;
    log(
      `${language}: ${done} of ${messages.size}${missing.length ? `, ${missing.length} missing` : ""}`,
    );
    for (const sentence of broken) log(sentence);
    brokenOnes += broken.length;
  }
  return brokenOnes > 0 ? 1 : 0;
}

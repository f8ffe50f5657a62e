import type { CompiledMessage } from "icu-minify/format";

type CompiledNode = Extract<CompiledMessage, readonly unknown[]>[number];

/**
 * Texts that people read. A message is written in English where it is used, in ICU's message format
 * ('{count, plural, one {# task} other {# tasks}} left'); what follows ' // ' is a note for translators
 * and never shown. docs/languages.md has the rest.
 */

/** Translations by their English message. */
export type Catalogue = Readonly<Record<string, CompiledMessage>>;

type Value = string | number;

/** The slots of a message without plurals and choices; those of the others are checked by a test. */
type SlotsOf<M extends string> = M extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotsOf<Rest>
  : never;

type ValuesOf<M extends string> = string extends M
  ? Readonly<Record<string, Value>>
  : M extends `${string}{${string}, ${string}`
    ? Readonly<Record<string, Value>>
    : { readonly [name in SlotsOf<M>]: Value };

/** The values of a message; none where it has no slots. Those of a table's are checked by a test. */
export type ArgumentsOf<M extends string> = string extends M
  ? [values?: Readonly<Record<string, Value>>]
  : M extends Message
    ? [values?: Readonly<Record<string, Value>>]
    : M extends `${string}{${string}`
      ? [values: ValuesOf<M>]
      : [];

declare const known: unique symbol;

/** A message that stands in a table, to be said later: no text, so that nothing shows it unsaid. */
export type Message = { readonly [known]: true };

/** Marks a message of a table: it belongs to the catalogue. */
export const msg = (message: string) => message as unknown as Message;

/** Its English, for programs and as a key. */
export const inEnglish = (message: Message) => message as unknown as string;

const KINDS: Readonly<Record<string, number>> = {
  select: 1,
  plural: 2,
  selectordinal: 3,
  number: 4,
};

/**
 * An English message, compiled as icu-minify compiles it: English stands in the code, so that nobody loads a
 * file for it, and the library's own compiler is ten times as large as this. A test compares them for all.
 */
export function compileEnglish(message: string): CompiledMessage {
  const [text = ""] = message.split(" // ");
  let at = 0;

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  }

  function nodes(isCounted: boolean): CompiledNode[] {
    const found: CompiledNode[] = [];
    for (;;) {
      const plain = take(isCounted ? /(?:''|[^{}<#])+/y : /(?:''|[^{}<])+/y);
      if (plain) found.push(plain[0].replaceAll("''", "'"));
      const tag = take(/<(\w+)>/y);
      if (tag) {
        found.push([tag[1] ?? "", ...nodes(isCounted)] as never);
        take(/<\/\w+>/y);
      } else if (isCounted && take(/#/y)) found.push(0);
      else if (text[at] === "{") found.push(slot(isCounted));
      else return found;
    }
  }

  function slot(isCounted: boolean): CompiledNode {
    const [, name = "", word = ""] = take(/\{(\w+)(?:, (\w+))?,? ?/y) ?? [];
    const kind = KINDS[word];
    const branches: Record<string, CompiledNode> = {};
    for (let key = take(/(=?\w+) \{/y); key; key = take(/ ?(=?\w+) \{/y)) {
      const inner = nodes(isCounted || word !== "select");
      const [first = ""] = inner;
      branches[key[1] ?? ""] = inner.length < 2 && !Array.isArray(first) ? first : (inner as never);
      take(/\}/y);
    }
    take(/ ?\}/y);
    if (kind === undefined) return [name];
    return (kind === 4 ? [name, kind] : [name, kind, branches]) as CompiledNode;
  }

  const all = nodes(false);
  const [first = ""] = all;
  return all.length < 2 && typeof first === "string" ? first : (all as CompiledMessage);
}

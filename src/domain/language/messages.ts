import type { CompiledMessage } from "icu-minify/format";

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

/** A message that stands in a table, to be said later. */
export type Message = string & { readonly [known]: true };

/** Marks a message of a table: it belongs to the catalogue. */
export const msg = (message: string) => message as Message;

/** What English shows for a message that is no more than words and slots. */
export function plainMessage(message: string): CompiledMessage {
  const [text = ""] = message.split(" // ");
  if (!text.includes("{")) return text;
  const nodes = text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 1 ? [part] : part));
  return nodes.filter((node) => node !== "") as CompiledMessage;
}

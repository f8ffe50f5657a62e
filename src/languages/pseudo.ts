import type { CompiledMessage } from "icu-minify/format";
import { type Catalogue, compileEnglish } from "../domain/language/messages.ts";

const PLAIN = "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpRrSsTtUuVvWwYyZz";
const ACCENTED = "ÅåƁƀÇçÐđÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþŔŕŠšŢţÛûṼṽŴŵÝýŽž";

/** A text with accents, and two fifths longer. */
function foreign(text: string): string {
  const accented = text.replace(/[A-Za-z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);
  return accented + "~".repeat(Math.round(accented.replace(/[^\p{L}]/gu, "").length * 0.4));
}

/** The same in a compiled message, whose parts are texts, slots, marked parts, and the branches of plurals. */
function inNodes(nodes: unknown): unknown {
  if (typeof nodes === "string") return foreign(nodes);
  if (!Array.isArray(nodes)) return nodes;
  return nodes.map((node) => (Array.isArray(node) ? inSlot(node) : inNodes(node)));
}

function inSlot([name, kind, ...rest]: readonly unknown[]): unknown {
  if (kind === undefined) return [name];
  // A choice, a plural or an ordinal; a number or a date has no text.
  if (kind === 1 || kind === 2 || kind === 3) {
    const branches = Object.entries(Object(rest[0])).map(([key, branch]) => [key, inNodes(branch)]);
    return [name, kind, Object.fromEntries(branches)];
  }
  return typeof kind === "number" && kind > 3
    ? [name, kind, ...rest]
    : [name, ...Array.of(inNodes([kind, ...rest])).flat()];
}

/** Every message in brackets, with accents, longer: what isn't so has no catalogue. */
const catalogue: Catalogue = new Proxy<Catalogue>(
  {},
  {
    get: (_, message: string) => {
      const nodes = compileEnglish(message);
      const inside = inNodes(typeof nodes === "string" ? [nodes] : nodes) as CompiledMessage[];
      return ["[", ...inside, "]"];
    },
  },
);
export default catalogue;

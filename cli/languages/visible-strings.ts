import { nodesOf, saysMessage, treeOf } from "./messages-in.ts";

type Node = Parameters<typeof saysMessage>[0];

/** A text that looks as if people read it, outside of the catalogue. */
export interface VisibleString {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Words of a sentence, or one word that begins like a label. */
const WORDS = /\p{L}{2,}[,:;…]? +\p{L}|^\p{Lu}\p{Ll}+(?:[.…!?:]|\.\.\.)?$/u;
/** Values of CSS, of class names and of headers, statements and patterns. */
const NO_WORDS =
  /[{};=<>\\]|var\(|\b\d+(?:px|rem|em|ms|s|vh|fr|%)\b|^[a-z0-9:/._-]+(?: [a-z0-9:/._-]+)*$/;

const NAMES_NO_TEXT = new Set([
  "className",
  "id",
  "key",
  "href",
  "rel",
  "d",
  "viewBox",
  "css",
  "font",
]);

/** Where a string is a name for the program, and no text. */
function isForProgram(node: Node, around: readonly Node[]): boolean {
  const parent = around.at(-1);
  if (!parent) return true;
  if (/^(Import|Export|TS|Member|Binary|SwitchCase)/.test(parent.type)) return true;
  if (parent.type === "Property" && parent.key === node) return true;
  return around.some((outer, at) => {
    const inner = around[at + 1] ?? node;
    if (saysMessage(outer)) return true;
    if (outer.type === "ThrowStatement") return true;
    if (outer.type === "NewExpression")
      return isNamed(outer.callee, /Error$|^RegExp$|^Intl|^Set$|^Map$/);
    if (outer.type === "CallExpression")
      return isNamed(outer.callee, /^console|^matchMedia|^querySelector|^select$/);
    if (outer.type === "JSXAttribute") return NAMES_NO_TEXT.has(nameOf(outer.name));
    if (outer.type === "Property")
      return inner !== outer.key && NAMES_NO_TEXT.has(nameOf(outer.key));
    return outer.type.startsWith("TSType");
  });
}

const nameOf = (node: unknown): string => {
  const { name, value } = node as { name?: string | { name: string }; value?: unknown };
  return typeof name === "string" ? name : String(value ?? "");
};

function isNamed(callee: unknown, pattern: RegExp): boolean {
  const { object, property, name } = callee as {
    object?: { name?: string };
    property?: { name?: string };
    name?: string;
  };
  return [name, object?.name, property?.name].some((known) => known && pattern.test(known));
}

function textOf(node: Node): string | null {
  if (node.type === "JSXText") return String(node.value).trim();
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral") return null;
  const parts = node.quasis as { value: { cooked: string } }[];
  return parts.map(({ value }) => value.cooked).join("…");
}

/** The strings of a file that look like text for people and are said without the catalogue. */
export function visibleStrings(file: string): VisibleString[] {
  const { tree, text } = treeOf(file);
  const found: VisibleString[] = [];
  for (const [node, around] of nodesOf(tree)) {
    const said = textOf(node);
    if (said === null) continue;
    const looksVisible =
      node.type === "JSXText" ? /\p{L}{2}/u.test(said) : WORDS.test(said) && !NO_WORDS.test(said);
    if (!looksVisible || (node.type !== "JSXText" && isForProgram(node, around))) continue;
    found.push({ file, line: text.slice(0, node.start).split("\n").length, text: said });
  }
  return found;
}

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  allMessages,
  catalogueOf,
  fileOf,
  saidMessages,
  slotsOf,
} from "../../cli/languages/catalogues.ts";
import { nodesOf, saysMessage, sourceFiles, treeOf } from "../../cli/languages/messages-in.ts";
import { US_STYLE } from "../../src/domain/dates/date-style.ts";
import { LANGUAGES, type Language } from "../../src/domain/language/languages.ts";
import { localeOf } from "../../src/domain/language/locale.ts";

/** What stands on a button stands in its name, too: who speaks to it says what they see (WCAG 2.5.3). */

type Node = Parameters<typeof saysMessage>[0];

interface Element extends Node {
  readonly openingElement: {
    readonly name: { readonly name?: string };
    readonly attributes: readonly {
      readonly name?: { readonly name?: string };
      readonly value?: Node;
    }[];
  };
  readonly children: readonly Node[];
}

const isButton = (node: Node): node is Element =>
  node.type === "JSXElement" &&
  /^(?:[bB]utton|TouchLink)$/.test((node as Element).openingElement.name.name ?? "");

/** The messages of an expression and of the variables that it names; not those within others' values. */
function messagesOf(node: Node, variables: ReadonlyMap<string, Node>): string[] {
  if (saysMessage(node)) {
    const [{ value } = {}] = node.arguments as { value?: unknown }[];
    return typeof value === "string" ? [value] : [];
  }
  const known = node.type === "Identifier" && variables.get(String(node.name));
  if (known) return messagesOf(known, new Map());
  return Object.values(node)
    .flat()
    .filter(
      (value): value is Node => typeof value === "object" && value !== null && "type" in value,
    )
    .flatMap((child) => messagesOf(child, variables));
}

/** Each name of a button, with what may stand on it. */
function namesIn(file: string) {
  const nodes = [...nodesOf(treeOf(file).tree)].map(([node]) => node);
  const variables = new Map<string, Node>();
  for (const { type, id, init } of nodes as (Node & { id?: { name?: string }; init?: Node })[]) {
    if (type === "VariableDeclarator" && id?.name && init) variables.set(id.name, init);
  }
  return nodes.filter(isButton).flatMap(({ openingElement, children }) => {
    const label = openingElement.attributes.find(({ name }) => name?.name === "aria-label")?.value;
    const shown = children
      .filter(({ type }) => type === "JSXExpressionContainer")
      .flatMap((child) => messagesOf(child, variables));
    if (!label || shown.length === 0) return [];
    return messagesOf(label, variables).map((name) => ({ file, name, shown }));
  });
}

const messages = allMessages(saidMessages());
const names = sourceFiles()
  .filter((file) => file.endsWith(".tsx"))
  .flatMap(namesIn);

test.each(Object.keys(LANGUAGES))("in '%s'", (tag) => {
  const file = tag === "en" ? "" : readFileSync(fileOf(tag, "po"), "utf8");
  const { t } = localeOf(tag as Language, catalogueOf(tag, messages, file).catalogue, US_STYLE);
  const say = (message: string, progress = "") => {
    const values = [...slotsOf(message)].map((slot) => [slot, slot === "progress" ? progress : 1]);
    return t(message, Object.fromEntries(values)).toLowerCase().replace(/…$/, "");
  };
  expect(names.length).toBeGreaterThan(20);
  const unsaid = names.filter(
    ({ name, shown }) => !shown.some((text) => say(name, say(text)).includes(say(text))),
  );
  expect(unsaid).toEqual([]);
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { rootFolder } from "../project.ts";

/** Where people's texts are written. */
const FOLDERS = ["src", "supabase/functions"];

/** A message as a file says it. */
export interface SaidMessage {
  readonly message: string;
  /** from the root of the repository */
  readonly file: string;
  readonly line: number;
  /** the names of the values that it is said with; null where they aren't written out */
  readonly values: readonly string[] | null;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

/** Every node of a syntax tree, with those around it, the nearest last. */
export function* nodesOf(
  node: Node,
  around: readonly Node[] = [],
): Generator<[Node, readonly Node[]]> {
  yield [node, around];
  const within = [...around, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* nodesOf(child, within);
    }
  }
}

/** The sources in which messages are said, from the root of the repository. */
export const sourceFiles = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(rootFolder, folder), { recursive: true, encoding: "utf8" }).map(
      (file) => `${folder}/${file}`,
    ),
  )
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => !/\.test\.|^src\/languages\/|database\.types/.test(file))
    .sort();

/** @throws Error for a file that doesn't parse */
export function treeOf(file: string): { tree: Node; text: string } {
  const text = readFileSync(join(rootFolder, file), "utf8");
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} doesn't parse: ${errors[0]?.message}`);
  return { tree: program as unknown as Node, text };
}

/** Calls that say a message: `t(…)` and `msg(…)`, of a locale or by themselves, and a locale's `parts(…)`. */
export function saysMessage(node: Node): boolean {
  if (node.type !== "CallExpression") return false;
  const callee = node.callee as Node & { property?: { name?: string }; name?: string };
  if (callee.type === "MemberExpression") return /^(t|parts)$/.test(callee.property?.name ?? "");
  return callee.type === "Identifier" && /^(t|msg)$/.test(callee.name ?? "");
}

/** The text of a literal, of one in back quotes, too; null for anything that is worked out. */
function literalText(node: Node | undefined): string | null {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type !== "TemplateLiteral") return null;
  const [part, ...more] = node.quasis as { value: { cooked: string } }[];
  return part && more.length === 0 ? part.value.cooked : null;
}

function valuesOf(node: Node | undefined): string[] | null {
  if (node === undefined) return [];
  if (node.type !== "ObjectExpression") return null;
  const names = (node.properties as { key?: { name?: string } }[]).map(({ key }) => key?.name);
  return names.every((name) => name !== undefined) ? (names as string[]) : null;
}

/** The texts of a message's argument: a literal, or a choice between literals. */
function textsOf(node: Node | undefined): string[] {
  if (node?.type === "ConditionalExpression") {
    return [...textsOf(node.consequent as Node), ...textsOf(node.alternate as Node)];
  }
  const text = literalText(node);
  return text === null ? [] : [text];
}

/** The messages that a file says; a call whose message is no literal says one from a table (`msg`). */
export function messagesIn(file: string): SaidMessage[] {
  const { tree, text } = treeOf(file);
  const found: SaidMessage[] = [];
  for (const [node] of nodesOf(tree)) {
    if (!saysMessage(node)) continue;
    const [first, second] = node.arguments as Node[];
    const isLater = (node.callee as { name?: string }).name === "msg";
    const values = isLater ? null : valuesOf(second);
    const line = text.slice(0, node.start).split("\n").length;
    for (const message of textsOf(first)) found.push({ message, file, line, values });
  }
  return found;
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { rootFolder } from "../../cli/project.ts";

/** Nothing in src knows left from right: sides are those of the line, which runs from the right in some languages. */

const SIDE_NAMES =
  /^(m|p|scrollM|scrollP)[lr]$|^_?(margin|padding|border|rounded|inset|scroll(Margin|Padding))\w*(Left|Right)/;
const FOUR_SIDES = /^(m|p|margin|padding|inset|border(Width|Color|Style)|scroll(Margin|Padding))$/;
const FOUR_CORNERS = /^(borderRadius|rounded)$/;
const MOVES = /^(translate|transform|translateX|x)$/;
const SIDED =
  /^(textAlign|float|clear|placement|transformOrigin|(object|background|bg)(Position|Image)?)$/;
const SHORT_SIDE = /^(left|right)$/;
const LENGTH = /^(-?\.?\d|auto$|calc|max|min|env|var|\{|-?px$|full$)/;

/** Keys and places that only `src/ui/direction.ts` can read. */
const ASKS_DIRECTION = /"Arrow(Left|Right)"|\bArrow(Left|Right):|\.scroll(Left|By)\b|\bscrollBy\(/;

/** What a value has beside each other: '0 1px' is two. */
const partsOf = (value: string) =>
  value.replace(/\([^()]*(\([^()]*\)[^()]*)*\)/g, "()").split(/\s+/);

/** Whether a style's property says something of one side, or moves along the line. */
function isSided(name: string, value: string | null): boolean {
  if (SIDE_NAMES.test(name) || /^translateX$/.test(name)) return true;
  if (value === null) return false;
  const [first = "", second, , fourth] = partsOf(value);
  if (name === "clipPath") return isSided("inset", value.replace(/^inset\(|\)$/g, ""));
  if (SHORT_SIDE.test(name)) return LENGTH.test(value);
  if (FOUR_SIDES.test(name)) return fourth !== undefined && fourth !== second;
  if (FOUR_CORNERS.test(name)) return second !== undefined;
  if (SIDED.test(name)) return /\b(left|right)\b/.test(value);
  if (!MOVES.test(name)) return false;
  return name === "translate" ? !/^(0|none)$/.test(first) : /translate(X|3d)?\((?!0)/.test(value);
}

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

/** The nodes of a source text, the inner ones after those that hold them. */
function* nodesIn(value: unknown): Generator<Node> {
  if (isNode(value)) yield value;
  if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* nodesIn(inner);
}

/** A value as it is written, without what is only known when it runs. */
function writtenIn(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === "JSXExpressionContainer") return writtenIn(node.expression);
  if (node.type === "UnaryExpression") return `-${writtenIn(node.argument)}`;
  if (node.type === "TemplateLiteral")
    return [...nodesIn(node.quasis)].map(({ value }) => Object(value).raw).join("{}");
  return node.type === "Literal" ? String(node.value) : null;
}

/** The sided properties of a source text, as 'name: value'; each size of a responsive one is a value. */
function sidedIn(text: string): string[] {
  const found: string[] = [];
  const check = (name: string, value: unknown) => {
    if (!isNode(value)) return;
    if (value.type === "JSXExpressionContainer") return check(name, value.expression);
    if (value.type === "ObjectExpression")
      for (const one of [value.properties].flat())
        if (isNode(one) && one.type === "Property") check(name, one.value);
    const written = writtenIn(value);
    if (isSided(name, written)) found.push(`${name}: ${written}`);
  };
  for (const node of nodesIn(parseSync("a.tsx", text).program)) {
    const key = node.type === "Property" ? node.key : node.type === "JSXAttribute" && node.name;
    if (isNode(key)) check(String(key.name ?? key.value), node.value);
  }
  if (ASKS_DIRECTION.test(text) && !text.includes("/direction.ts")) found.push("asks no direction");
  return found;
}

test("no style of src names a side of the window", () => {
  const files = readdirSync(join(rootFolder, "src"), { recursive: true, encoding: "utf8" })
    .filter(
      (file) => /\.tsx?$/.test(file) && !file.includes(".test.") && file !== "ui/direction.ts",
    )
    .map((file) => [file, sidedIn(readFileSync(join(rootFolder, "src", file), "utf8"))] as const);
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter(([, found]) => found.length > 0)).toEqual([]);
  const page = readFileSync(join(rootFolder, "index.html"), "utf8");
  expect(page).not.toMatch(
    /[-\s{;](left|right)\s*:|(margin|padding|border)-(left|right)|: ?(left|right)\b/,
  );
});

test.each([
  ["<p ml='2' />", 1],
  ["<Box left={0} right='auto' top='0' />", 2],
  ["const a = { paddingLeft: '1', '& b': { borderTopRightRadius: 'sm' } }", 2],
  ["const a = { right: { base: '1rem', md: '2' } }", 2],
  ["<p textAlign={{ base: 'center', md: 'right' }} />", 1],
  ["const a = { padding: '0 1px 2px 3px', inset: '0 1px 0 1px', borderRadius: '4px 0' }", 2],
  ["const a = { _checked: { translate: '1rem' }, to: { translate: '0 1rem' } }", 1],
  ["<i style={{ transform: 'translateX(2px)' }} />", 1],
  ['const a = { clipPath: "inset(0 0 0 1rem)", bg: "linear-gradient(to right, red)" }', 2],
  ['if (key === "ArrowLeft") back()', 1],
  ["const notes = { left: 'no longer takes part', right: 'of way' }", 0],
  ["<p ms='2' insetStart='0' textAlign='start' borderTopRadius='sm' translate='0 -50%' />", 0],
] as const)("%s names %i", (text, count) => {
  expect(sidedIn(text)).toHaveLength(count);
});

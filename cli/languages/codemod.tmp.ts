import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../project.ts";
import { nodesOf, sourceFiles, treeOf } from "./messages-in.ts";
import { visibleStrings } from "./visible-strings.ts";

type N = any;
const folder = process.env.CM_FOLDER ?? "none";
for (const file of sourceFiles().filter((f) => f.startsWith(folder))) {
  const { tree, text } = treeOf(file);
  const visible = new Set(visibleStrings(file).map(({ line, text }) => `${line} ${text}`));
  const edits: { start: number; end: number; text: string }[] = [];
  const fns = new Map<N, true>();
  const isComponent = (f: N, parents: readonly N[]) => {
    const p = parents.at(-1),
      pp = parents.at(-2);
    const name =
      f.id?.name ??
      (p?.type === "VariableDeclarator"
        ? p.id.name
        : p?.type === "CallExpression" && pp?.type === "VariableDeclarator"
          ? pp.id.name
          : "");
    return /^(?:[A-Z][a-z]|use[A-Z])/.test(name) && !/^[A-Z_]+$/.test(name) ? name : null;
  };
  for (const [node, around] of nodesOf(tree as N) as Iterable<[N, readonly N[]]>) {
    let said: string | null = null,
      kind = "";
    if (node.type === "JSXText") {
      said = String(node.value).trim();
      kind = "jsx";
    } else if (node.type === "Literal" && typeof node.value === "string") {
      said = node.value;
      kind = "lit";
    } else if (node.type === "TemplateLiteral") {
      said = node.quasis.map((q: N) => q.value.cooked).join("…");
      kind = "tpl";
    }
    if (said === null) continue;
    const line = text.slice(0, node.start).split("\n").length;
    if (!visible.has(`${line} ${said}`)) continue;
    // enclosing component
    let fn: N = null;
    for (let i = around.length - 1; i >= 0; i--) {
      const a = around[i];
      if (/Function/.test(a.type) && isComponent(a, around.slice(0, i))) {
        fn = a;
        break;
      }
    }
    if (!fn) continue;
    if (fn.params?.some((p: N) => p.start <= node.start && node.end <= p.end)) {
      // a default: needs t before; skip
      continue;
    }
    const parent = around.at(-1) as N;
    let out = "";
    const q = (s: string) => JSON.stringify(s);
    if (kind === "jsx") {
      const sib = parent.children.filter(
        (c: N) => c !== node && !(c.type === "JSXText" && String(c.value).trim() === ""),
      );
      const bad = sib.some((c: N) => {
        if (c.type === "JSXElement") {
          const nm = c.openingElement.name;
          return !(
            nm.type === "JSXIdentifier" &&
            /^[A-Z]/.test(nm.name) &&
            c.children.length === 0 &&
            nm.name === "Icon"
          );
        }
        if (c.type === "JSXExpressionContainer") {
          const e = c.expression;
          return !(
            e.type === "LogicalExpression" &&
            e.right?.type === "JSXElement" &&
            e.right.openingElement.name.name === "Icon"
          );
        }
        return true;
      });
      if (bad) continue;
      const t = said.replace(/\s*\n\s*/g, " ").replace(/&nbsp;/g, "\u00a0");
      if (/[{}]|&\w+;/.test(t)) continue;
      const lead = /^\s*/.exec(node.value)![0],
        tail = /\s*$/.exec(node.value)![0];
      out = `${lead}{t(${q(t)})}${tail}`;
    } else if (kind === "lit") {
      if (/[{}]/.test(said)) continue;
      const raw = text.slice(node.start, node.end);
      const lit = raw.startsWith('"') ? raw.replace(/&apos;/g, "'") : q(said);
      out = parent.type === "JSXAttribute" ? `{t(${q(said)})}` : `t(${q(said)})`;
      void lit;
    } else {
      const names: string[] = [];
      let ok = true;
      const vals: string[] = [];
      let msg = "";
      node.quasis.forEach((qq: N, i: number) => {
        if (/[{}]/.test(qq.value.cooked)) ok = false;
        msg += qq.value.cooked;
        const e = node.expressions[i];
        if (!e) return;
        let nm = "";
        if (e.type === "Identifier") nm = e.name;
        else if (e.type === "MemberExpression" && !e.computed && e.property.type === "Identifier")
          nm = e.property.name;
        else if (
          e.type === "CallExpression" &&
          e.callee.type === "Identifier" &&
          e.callee.name === "formatDate"
        )
          nm = "day";
        else if (
          e.type === "CallExpression" &&
          e.callee.type === "Identifier" &&
          /^format/.test(e.callee.name) &&
          e.callee.name !== "formatCount"
        )
          nm = e.callee.name.includes("Hour") ? "hour" : "day";
        if (!nm || names.includes(nm)) {
          ok = false;
          return;
        }
        names.push(nm);
        msg += `{${nm}}`;
        const src = text.slice(e.start, e.end);
        vals.push(src === nm ? nm : `${nm}: ${src}`);
      });
      if (!ok) continue;
      out = `t(${q(msg)}, { ${vals.join(", ")} })`;
      if (parent.type === "JSXAttribute") out = `{${out}}`;
    }
    edits.push({ start: node.start, end: node.end, text: out });
    fns.set(fn, true);
  }
  if (edits.length === 0) continue;
  for (const fn of fns.keys()) {
    const src = text.slice(fn.start, fn.end);
    if (/\{[^{}]*\bt\b[^{}]*\} = (?:useLocale\(\)|locale)/.test(src)) continue;
    const hasLocale = /const locale = useLocale\(\);/.exec(src);
    if (fn.body.type === "BlockStatement") {
      if (hasLocale) {
        const at = fn.start + hasLocale.index + hasLocale[0].length;
        edits.push({ start: at, end: at, text: "\n const { t } = locale;" });
      } else
        edits.push({
          start: fn.body.start + 1,
          end: fn.body.start + 1,
          text: "\n const { t } = useLocale();",
        });
    } else {
      // arrow with an expression: parenthesised?
      const arrow = text.lastIndexOf("=>", fn.body.start);
      edits.push({
        start: arrow + 2,
        end: arrow + 2,
        text: " {\n const { t } = useLocale();\n return ",
      });
      edits.push({ start: fn.end, end: fn.end, text: ";\n}" });
    }
  }
  edits.sort((a, b) => b.start - a.start || b.end - a.end);
  let result = text;
  for (const e of edits) result = result.slice(0, e.start) + e.text + result.slice(e.end);
  if (!/use-locale\.ts"/.test(result) && /useLocale/.test(result)) {
    const depth = file.split("/").length - 2;
    const path = file.startsWith("src/ui/")
      ? "./use-locale.ts"
      : `${"../".repeat(depth)}ui/use-locale.ts`;
    const imports = [...result.matchAll(/^import [^;]*;\n/gm)];
    const last = imports.at(-1)!;
    const at = last.index! + last[0].length;
    result = result.slice(0, at) + `import { useLocale } from "${path}";\n` + result.slice(at);
  }
  writeFileSync(join(rootFolder, file), result);
  console.log(file, edits.length);
}

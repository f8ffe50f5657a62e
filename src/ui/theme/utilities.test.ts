import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createSystem, defaultBaseConfig, type SystemStyleObject } from "@chakra-ui/react";
import { expect, test } from "vitest";
import { system } from "./system.ts";
import { conditions, utilities } from "./utilities.ts";

/** Not set in our sources, but by Chakra's stacks. */
const STACKS = ["display", "alignItems", "justifyContent", "flexDirection", "flexWrap", "gap"];

/** Names of other things: parts of drawings, tokens, properties of our own components. */
const OTHERS = [
  ...["css", "d", "cx", "cy", "r", "all", "ring", "contrast", "overlay"],
  ...["page", "container", "columns", "filter", "left"],
];

const { theme = {}, cssVarsPrefix = "" } = system._config;
const chakras = createSystem(defaultBaseConfig, { theme, cssVarsPrefix });
const BREAKPOINTS = chakras.breakpoints.conditions;
const used = Object.entries(utilities).flatMap(([name, { shorthand = [] } = {}]) => [
  [name, shorthand].flat(),
]);
const usedConditions = Object.keys(conditions).map((name) => [`_${name}`]);

/** What is set by its name in the sources that say how something looks. */
function namesInSources(): Set<string> {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/utilities|\.test\./.test(file))
    .map((file) => readFileSync(join("src", file), "utf8"))
    .filter((source) => /chakra/i.test(source));
  const named = sources.flatMap((source) => [
    ...source.matchAll(/(?<![.\w])([A-Za-z_]+)["']?[:=]/g),
  ]);
  return new Set([...named.map(([, name = ""]) => name), ...STACKS]);
}

test("each style property in the sources is known, and each known one is used", () => {
  const named = namesInSources();
  const styles = [...named].filter((name) => chakras.isValidProperty(name));
  const known = [...used, ...usedConditions];
  const isKnown = (name: string) => known.flat().includes(name) || name in BREAKPOINTS;
  expect(styles.filter((name) => !isKnown(name)).sort()).toEqual(OTHERS.sort());
  expect(known.filter((names) => !names.some((name) => named.has(name)))).toEqual([]);
});

test("a style is what Chakra's own properties make of it", () => {
  const tokens = ["accent", "4", "-4", "touch", "md", "sm", "bar", "quick", "body", "tight", "1px"];
  const only: Record<string, (string | boolean)[]> = { rotate: ["180deg"], srOnly: [true] };
  for (const name of [...used, ...usedConditions].flat()) {
    for (const token of only[name] ?? tokens) {
      const value = JSON.stringify(name.startsWith("_") ? { color: token } : token);
      const style: SystemStyleObject = JSON.parse(`{"${name}": ${value}}`);
      // Chakra sets a variable along with a background, which we don't read.
      const { "--bg-currentcolor": _, ...expected } = chakras.css(style);
      expect(system.css(style)).toEqual(expected);
    }
  }
});

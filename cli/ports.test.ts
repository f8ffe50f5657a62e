import { expect, test } from "vitest";
import { choosePorts } from "../stack/config.ts";
import { STACK_PORTS } from "../stack/ports.ts";
import { readConfig } from "./project.ts";

test("a stack's ports have one for each edge function", () => {
  const config = readConfig();
  const base = 20_000;
  const last =
    choosePorts(config, base, undefined).functions + Object.keys(config.functions).length;
  expect(last - base).toBeLessThanOrEqual(STACK_PORTS);
});

import { vi } from "vitest";
import { findPortBase } from "../../stack/ports.ts";
import { stackVariables } from "./environment.ts";
import { runStack, type StackProcess } from "./stack-process.ts";

/** Starts a stack on free ports; from then on, the helpers for requests use it. */
export async function startedStack(...args: string[]): Promise<StackProcess> {
  const stack = runStack(["--port-base", String(await findPortBase(20)), ...args]);
  const variables = stackVariables(await stack.addresses);
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return stack;
}

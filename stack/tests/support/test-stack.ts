import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPortBase, STACK_PORTS } from "../../ports.ts";
import { type StackAddresses, startStack } from "../../stack.ts";

const project = join(import.meta.dirname, "../project");

export interface TestStack extends StackAddresses {
  readonly portBase: number;
  log(): string;
  stop(): Promise<void>;
}

/**
 * A separate stack for the test, with the project in tests/project and temporary data.
 * @param changeConfig changes the text of config.toml
 */
export async function startTestStack(
  changeConfig: (toml: string) => string = (toml) => toml,
): Promise<TestStack> {
  const projectFolder = mkdtempSync(join(tmpdir(), "embedded-supabase-project-"));
  cpSync(project, projectFolder, { recursive: true });
  const file = join(projectFolder, "supabase/config.toml");
  writeFileSync(file, changeConfig(readFileSync(file, "utf8")));
  const lines: string[] = [];
  const portBase = await findPortBase(STACK_PORTS);
  const stack = await startStack({ projectFolder, portBase, seed: false }, (line) =>
    lines.push(line),
  );
  return {
    ...stack.addresses,
    portBase,
    log: () => lines.join("\n"),
    stop: async () => {
      await stack.stop();
      rmSync(projectFolder, { recursive: true, force: true });
    },
  };
}

import { spawnSync } from "node:child_process";
import { StackError } from "../errors.ts";
import { denoBinary } from "./functions.ts";
import { findPrograms } from "./server-programs.ts";

/** @throws StackError if PostgreSQL or Deno is missing, or made for another kind of machine */
export async function requirePrograms(): Promise<void> {
  const { postgres } = await findPrograms();
  for (const program of [postgres, denoBinary()]) {
    const { error, status } = spawnSync(program, ["--version"], { stdio: "ignore" });
    if (!error && status === 0) continue;
    throw new StackError(
      `${program} does not run on this machine (${process.platform}-${process.arch}): install Rota on it anew.`,
    );
  }
}

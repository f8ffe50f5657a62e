import { setTimeout as pause } from "node:timers/promises";

/**
 * Milliseconds that a test waits for something: one figure for all of them. It is no claim about speed, so that
 * a busy machine fails nothing.
 */
export const PATIENCE = 60_000;

/**
 * Waits until the check passes, and resolves to its value; after PATIENCE it throws the check's last error. Not
 * Vitest's, as the benches open apps too, and a test may have stopped its clock.
 */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await pause(10);
  }
}

type Falsy = false | 0 | "" | null | undefined;

/** Waits until the condition holds, and resolves to its value. */
export const until = <T>(condition: () => T | Promise<T>): Promise<Exclude<T, Falsy>> =>
  eventually(async () => {
    const value = await condition();
    if (!value) throw new Error(`still waiting for: ${condition}`);
    return value as Exclude<T, Falsy>;
  });

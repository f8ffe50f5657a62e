import { StackError } from "embedded-supabase";
import { forgetCallersSettings } from "embedded-supabase/tools";

/**
 * Runs a command and resolves to the exit code. Reports unexpected failures in one sentence, too;
 * STACK_VERBOSE=1 shows the stack trace.
 */
export async function reported(
  run: () => Promise<number>,
  log: (line: string) => void,
): Promise<number> {
  forgetCallersSettings();
  try {
    return await run();
  } catch (error) {
    if (error instanceof StackError) log(error.message);
    else if (process.env.STACK_VERBOSE) console.error(error);
    else log(`${(error as Error).message} (STACK_VERBOSE=1 shows where this comes from.)`);
    return 1;
  }
}

import { StackError } from "embedded-supabase";
import { failureOf, supabaseCli } from "embedded-supabase/tools";
import { rootFolder } from "../cli/project.ts";

/**
 * Runs the CLI against the hosted project. Resolves to its answer, a JSON text.
 * @throws StackError with the CLI's reason
 */
export async function run(what: string, args: string[]): Promise<string> {
  const result = await supabaseCli(rootFolder, [...args, "--output-format", "json"], {});
  if (process.env.STACK_VERBOSE) process.stderr.write(`${result.stderr}${result.stdout}`);
  if (result.code === 0) return result.stdout;
  const { code, reason } = failureOf(result);
  if (code === "AccessTokenRequiredError") {
    throw new StackError(
      'you are not logged in to Supabase: run "npx supabase login", or set SUPABASE_ACCESS_TOKEN.',
    );
  }
  throw new StackError(`${what} failed, and nothing after it was done: ${reason}`);
}

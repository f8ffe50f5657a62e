/** The parts of the stack for a project's own commands. */
// biome-ignore lint/performance/noBarrelFile: an entry of the published package.
export { endServerOf } from "./cluster.ts";
export { collectGarbageEveryMinute } from "./collect-garbage.ts";
export { choosePorts, scheduledFunctions } from "./config.ts";
export { hasData, withUpgradedDatabase } from "./data-access.ts";
export {
  holdFolder,
  lockHolder,
  removeThrowAway,
  requireUnused,
  withThrowAway,
} from "./data-folder.ts";
export { forgetCallersSettings } from "./environment.ts";
export { type IssuerSettings, isUsableIssuer } from "./issuer-settings.ts";
export { WITHOUT_TRANSACTION } from "./migrations.ts";
export { startSupabase } from "./on-supabase.ts";
export { forgetOperators, isLastOperator, readOperators, setOperator } from "./operators.ts";
export { requireFreePorts, requireUsablePorts } from "./ports.ts";
export { isAlive } from "./processes.ts";
export { callEveryMinute } from "./schedule.ts";
export { sendMail } from "./send-mail.ts";
export { compilePrograms } from "./services/node-process.ts";
export { withClient } from "./services/platform.ts";
export { requirePrograms } from "./services/programs.ts";
export { makeSignUpLink, OPERATOR } from "./sign-up-links.ts";
export { whenStopped } from "./stack.ts";
export { failureOf, supabaseCli } from "./supabase-cli.ts";
export { readTroubles, type Trouble, Troubles } from "./troubles.ts";
export { writeWhole } from "./whole-file.ts";

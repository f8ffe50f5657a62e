/** The API for programs that run the stack. */
// biome-ignore lint/performance/noBarrelFile: the entry of the published package.
export {
  localKeys,
  type Ports,
  type ProjectConfig,
  readProjectConfig,
  type StackKeys,
} from "./config.ts";
export { withDatabase } from "./data-access.ts";
export { type FolderChoice, resetData } from "./data-folder.ts";
export { StackError } from "./errors.ts";
export { findPortBase, STACK_PORTS } from "./ports.ts";
export type { AllowedCalls, Site } from "./site.ts";
export {
  type Progress,
  type Stack,
  type StackAddresses,
  type StackOptions,
  startStack,
} from "./stack.ts";

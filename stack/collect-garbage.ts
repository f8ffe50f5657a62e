import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** By then V8 takes the process for idle, and gives back the room for new objects as well. */
const AFTER_MS = 60_000;

/** Gives back what a start leaves behind, 40 MB of it, a minute later: a process that only waits never would by itself. */
export function collectGarbageLater(): void {
  setFlagsFromString("--expose-gc");
  setTimeout(runInNewContext("gc"), AFTER_MS).unref();
}

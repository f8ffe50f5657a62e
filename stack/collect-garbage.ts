import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Gives back what a start has left behind, 45 MB of it: a process that only waits never would by itself. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  // What the first has emptied, the second gives back.
  collect();
  collect();
}

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Gives back what a start has left behind, 25 MB of it: a process that only waits never would by itself. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

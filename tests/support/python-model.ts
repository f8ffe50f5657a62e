import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { isHere } from "./is-here.ts";
import type { ModelDone, ModelEvent } from "./model-events.ts";

/** For tests only: Python with dateutil, if available. */

const runs = (python: string) => {
  try {
    execFileSync(python, ["-c", "import dateutil"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** A Python with dateutil (on Debian: `apt-get install python3-dateutil`); undefined without. */
const pythonWithDateutil = ["python3", "/usr/bin/python3"].find(runs);

export const hasDateutil = isHere("Python with dateutil", pythonWithDateutil !== undefined);

/** Runs a Python program on a JSON value; answers the JSON that it writes. */
export function runPython<T>(args: readonly string[], input: unknown): T {
  if (pythonWithDateutil === undefined) throw new Error("there is no Python with dateutil");
  const answer = execFileSync(pythonWithDateutil, args, {
    input: JSON.stringify(input),
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  return JSON.parse(answer);
}

/** A task's events, and the days asked about, `yyyy-MM-dd`. */
export interface Replay {
  readonly events: readonly ModelEvent[];
  readonly from: string;
  readonly to: string;
  readonly today: string;
}

interface Answered {
  readonly statuses: (string | null)[];
  readonly doers: Readonly<Record<string, ModelDone>>;
  readonly dues: Readonly<Record<string, string | null>>;
  readonly notes: Readonly<Record<string, string>>;
  readonly title: string;
  readonly isDeleted: boolean;
}

/** For each task, the statuses of these days and their doers, by record_model.py. */
export const pythonReplays = (replays: readonly Replay[]): Answered[] =>
  runPython([join(import.meta.dirname, "record_model.py")], replays);

export const pythonStatuses = (replays: readonly Replay[]): (string | null)[][] =>
  pythonReplays(replays).map(({ statuses }) => statuses);

import { useRef, useState } from "react";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";

/** One write of many that belong together; tried again, it writes the same. */
export interface Step {
  readonly id: string;
  readonly label: string;
  readonly run: () => Promise<unknown>;
  /** Without it, none of the following makes sense. */
  readonly isNeeded?: boolean;
}

export interface FailedStep {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
}

const STEP_FAILED: FailureWords = {
  title: "",
  description: "Nothing was saved. Please try again.",
  offline: "There is no connection.",
  codes: ["HOUSEHOLD_NOT_FOUND", "TASK_NOT_FOUND"],
  sendsInput: true,
};

/** Sends the steps in order; a failed one doesn't stop the others. */
export function useSteps() {
  const done = useRef(new Set<string>());
  const [share, setShare] = useState<number | null>(null);
  const [failed, setFailed] = useState<readonly FailedStep[]>([]);

  /** Sends those that have not been sent; resolves to whether all are. */
  async function run(steps: readonly Step[]): Promise<boolean> {
    const failures: FailedStep[] = [];
    setFailed([]);
    for (const [index, { id, label, run, isNeeded }] of steps.entries()) {
      setShare(index / steps.length);
      if (done.current.has(id)) continue;
      try {
        await run();
        done.current.add(id);
      } catch (error) {
        failures.push({ id, label, reason: failureNotice(STEP_FAILED, error).description });
        if (isNeeded) break;
      }
    }
    setShare(null);
    setFailed(failures);
    return failures.length === 0;
  }

  return {
    run,
    /** how many of them are done, from 0 to 1; null when none is under way */
    share,
    failed,
  };
}

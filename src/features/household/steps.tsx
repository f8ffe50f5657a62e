import { chakra } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { msg } from "../../domain/language/messages.ts";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { spokenLocale, useLocale } from "../../ui/use-locale.ts";

/** Focuses the replacement of a pressed button, with the dialog's title in sight. */
export function takeFocus(node: HTMLElement | null): void {
  node?.focus({ preventScroll: true });
  node?.closest("[role=dialog]")?.querySelector("h2")?.scrollIntoView({ block: "nearest" });
}

export function StepsOutcome({ failed }: { failed: readonly FailedStep[] }) {
  const locale = useLocale();
  const { t } = locale;
  if (failed.length === 0) return null;
  return (
    <div role="alert">
      <chakra.p fontWeight="semibold">{t("Some of it did not work.")}</chakra.p>
      <chakra.ul aria-label={t("What could not be done")}>
        {failed.map(({ id, label, reason }) => (
          <chakra.li key={id} py="1" overflowWrap="anywhere">
            <RichText
              parts={locale.parts("{step}: <why>{reason}</why> // what could not be done", {
                ...{ step: label, reason },
                why: () => <chakra.span color="fg.muted">{reason}</chakra.span>,
              })}
            />
          </chakra.li>
        ))}
      </chakra.ul>
    </div>
  );
}

/** One write of many that belong together; tried again, it writes the same. */
export interface Step {
  readonly id: string;
  readonly label: string;
  readonly run: () => Promise<unknown>;
  /** Without it, none of the following makes sense. */
  readonly isNeeded?: boolean;
}

interface FailedStep {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
}

const STEP_FAILED: FailureWords = {
  title: msg("What could not be done"),
  description: msg("Nothing was saved. Please try again."),
  offline: msg("There is no connection."),
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
        failures.push({
          id,
          label,
          reason: failureNotice(STEP_FAILED, error, spokenLocale.getState()).description,
        });
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

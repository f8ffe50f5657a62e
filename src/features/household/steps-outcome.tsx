import { chakra } from "@chakra-ui/react";
import type { FailedStep } from "./use-steps.ts";

/** Focuses the replacement of a pressed button, with the dialog's title in sight. */
export function takeFocus(node: HTMLElement | null): void {
  node?.focus({ preventScroll: true });
  node?.closest("[role=dialog]")?.querySelector("h2")?.scrollIntoView({ block: "nearest" });
}

export function StepsOutcome({ failed }: { failed: readonly FailedStep[] }) {
  if (failed.length === 0) return null;
  return (
    <div role="alert">
      <chakra.p fontWeight="semibold">Some of it did not work.</chakra.p>
      <chakra.ul aria-label="What could not be done">
        {failed.map(({ id, label, reason }) => (
          <chakra.li key={id} py="1" overflowWrap="anywhere">
            <bdi>{label}</bdi>: <chakra.span color="fg.muted">{reason}</chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </div>
  );
}

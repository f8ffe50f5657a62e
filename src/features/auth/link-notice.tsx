import { chakra, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { LINK_PROBLEMS, type LinkProblem } from "../../auth/mailed-link.ts";
import { Icon } from "../../ui/icon.tsx";

interface LinkNoticeProps {
  problem: LinkProblem;
  /** What to do about it. */
  advice: string;
  /** The button that does it. */
  children: ReactNode;
}

/** Says that the mailed link that led here does not work, and offers the next step. */
export function LinkNotice({ problem, advice, children }: LinkNoticeProps) {
  const { title, reason } = LINK_PROBLEMS[problem];
  return (
    <chakra.div role="alert" display="flex" gap="3" p="4" bg="bg.muted" borderRadius="card">
      <chakra.span color="status.today" pt="0.5">
        <Icon name="alert" />
      </chakra.span>
      <Stack gap="2" alignItems="flex-start">
        <chakra.p fontWeight="semibold">{title}</chakra.p>
        <p>
          {reason} {advice}
        </p>
        {children}
      </Stack>
    </chakra.div>
  );
}

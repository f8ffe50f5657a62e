import { chakra, Stack } from "@chakra-ui/react";
import { type ComponentProps, Suspense, useState } from "react";
import { LINK_PROBLEMS, type LinkProblem } from "../../auth/mailed-link.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { late } from "../../ui/late.tsx";

const MailDialog = late(() => import("./mail-dialog.tsx"));

interface LinkNoticeProps {
  problem: LinkProblem;
  /** What to do about it. */
  advice: string;
  /** of the new link */
  kind: ComponentProps<typeof MailDialog>["kind"];
  /** Leads to Rota itself; absent where that is what stands below. */
  onLeave?: () => void;
}

/** Says that the mailed link that led here does not work, and offers another one. */
export function LinkNotice({ problem, advice, kind, onLeave }: LinkNoticeProps) {
  const [isAsking, setAsking] = useState(false);
  const { title, reason } = LINK_PROBLEMS[problem];
  return (
    <Stack gap="4" alignItems="center">
      <chakra.div role="alert" display="flex" gap="3" p="4" bg="bg.muted" borderRadius="card">
        <chakra.span color="status.today" pt="0.5">
          <Icon name="alert" />
        </chakra.span>
        <Stack gap="2" alignItems="flex-start">
          <chakra.p fontWeight="semibold">{title}</chakra.p>
          <p>
            {reason} {advice}
          </p>
          <Button variant={onLeave ? "solid" : "outline"} onClick={() => setAsking(true)}>
            Send a new link
          </Button>
        </Stack>
      </chakra.div>
      {onLeave && (
        <Button variant="link" onClick={onLeave}>
          Back to Rota
        </Button>
      )}
      <Suspense>
        {isAsking && <MailDialog kind={kind} onClosed={() => setAsking(false)} />}
      </Suspense>
    </Stack>
  );
}

import { Stack } from "@chakra-ui/react";
import type { ComponentProps } from "react";
import { LINK_PROBLEMS, type LinkProblem } from "../../auth/mailed-link.ts";
import { Button } from "../../ui/button.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { late } from "../../ui/late.tsx";
import { LinkAlert } from "../../ui/link-parts.tsx";
import { useLocale } from "../../ui/use-locale.ts";

const MailDialog = late(() => import("./mail-dialog.tsx"));

interface LinkNoticeProps {
  problem: LinkProblem;
  advice: string;
  kind: ComponentProps<typeof MailDialog>["kind"];
  /** Leads to Rota itself; absent where that is what stands below. */
  onLeave?: () => void;
}

export function LinkNotice({ problem, advice, kind, onLeave }: LinkNoticeProps) {
  const { t } = useLocale();
  const { title, reason } = LINK_PROBLEMS[problem];
  return (
    <Stack gap="4" alignItems="center">
      <LinkAlert title={t(title)} advice={`${t(reason)} ${advice}`}>
        <DialogButton label={t("Send a new link")} variant={onLeave ? "solid" : "outline"}>
          {(onClosed) => <MailDialog kind={kind} onClosed={onClosed} />}
        </DialogButton>
      </LinkAlert>
      {onLeave && (
        <Button variant="link" onClick={onLeave}>
          {t("Back to Rota")}
        </Button>
      )}
    </Stack>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";

const CloseAccountDialog = late(() => import("./close-account-dialog.tsx"));

/** The way out for good; asks before it does anything. */
export function CloseAccount({ onSignedOut }: { onSignedOut: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Stack gap="3" alignItems="flex-start">
      <chakra.p color="fg.muted">Your tasks and your name are deleted for good.</chakra.p>
      <Button variant="outline" onClick={() => setAsking(true)}>
        Close my account…
      </Button>
      {isAsking && (
        <Suspense>
          <CloseAccountDialog onClosed={() => setAsking(false)} onClosedAccount={onSignedOut} />
        </Suspense>
      )}
    </Stack>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface LoadFailureProps {
  what?: string;
  onRetry: () => void;
}

/** A toast says why. */
export function LoadFailure({ what = "The list", onRetry }: LoadFailureProps) {
  return (
    <Stack gap="3" alignItems="center" textAlign="center" py="12" color="fg.muted">
      <chakra.span fontSize="lg">
        <Icon name="offline" />
      </chakra.span>
      <p>{what} could not be loaded.</p>
      <Button variant="outline" onClick={onRetry}>
        Try Again
      </Button>
    </Stack>
  );
}

import { chakra } from "@chakra-ui/react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useLocale } from "./use-locale.ts";

interface LoadFailureProps {
  /** a sentence */
  failed?: string;
  onRetry: () => void;
}

/** A toast says why. */
export function LoadFailure({ failed, onRetry }: LoadFailureProps) {
  const { t } = useLocale();
  return (
    <chakra.div
      display="grid"
      gap="3"
      justifyItems="center"
      textAlign="center"
      py="12"
      color="fg.muted"
    >
      <chakra.span fontSize="lg">
        <Icon name="offline" />
      </chakra.span>
      <p>{failed ?? t("The list could not be loaded.")}</p>
      <Button variant="outline" onClick={onRetry}>
        {t("Try Again")}
      </Button>
    </chakra.div>
  );
}

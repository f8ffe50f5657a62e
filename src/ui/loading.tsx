import { Spinner, VStack } from "@chakra-ui/react";

type Size = "sm" | "md" | "lg";

/** The loading indicator, in three sizes. */
export function Loading({ size = "md" }: { size?: Size }) {
  return (
    <VStack role="status" gap="3" py="12" color="fg.muted" justifyContent="center">
      <Spinner size={size} />
      <span>Loading...</span>
    </VStack>
  );
}

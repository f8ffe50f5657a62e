import { Center, Spinner, VStack } from "@chakra-ui/react";
import { useLocale } from "./use-locale.ts";

type Size = "sm" | "md" | "lg";

export function Loading({ size = "md" }: { size?: Size }) {
  const { t } = useLocale();
  return (
    <VStack role="status" gap="3" py="12" color="fg.muted" justifyContent="center">
      <Spinner size={size} />
      <span>{t("Loading...")}</span>
    </VStack>
  );
}

export function LoadingDialog() {
  return (
    <Center position="fixed" inset="0" zIndex="modal" pointerEvents="none">
      <Center minW="10rem" bg="bg" borderWidth="1px" borderRadius="card" shadow="lg">
        <Loading />
      </Center>
    </Center>
  );
}

import { chakra, type HTMLChakraProps } from "@chakra-ui/react";
import { Icon } from "./icon.tsx";

/** Always mounted, or screen readers would miss its first text. */
export function MeanwhileNotice({ children, ...place }: HTMLChakraProps<"div">) {
  return (
    <chakra.div role="status" {...place}>
      {children && (
        <chakra.div display="flex" gap="3" p="3" bg="bg.muted" borderRadius="md">
          <chakra.span color="status.today" pt="0.5">
            <Icon name="alert" />
          </chakra.span>
          <chakra.p minW="0" overflowWrap="anywhere">
            {children}
          </chakra.p>
        </chakra.div>
      )}
    </chakra.div>
  );
}

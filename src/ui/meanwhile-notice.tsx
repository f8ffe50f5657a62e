import { chakra, type HTMLChakraProps } from "@chakra-ui/react";
import { Icon } from "./icon.tsx";

/**
 * Says, and reads out, what others did to what the user is typing in. Always mounted, or a screen
 * reader would miss its first text; without children it is an empty element.
 */
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

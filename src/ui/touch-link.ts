import { chakra } from "@chakra-ui/react";

export const TouchLink = chakra("a", {
  base: { display: "inline-flex", alignItems: "center", minH: "touch", fontWeight: "semibold" },
});

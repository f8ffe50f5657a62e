import { chakra } from "@chakra-ui/react";

/** A link on its own, as high as a finger needs. */
export const TouchLink = chakra("a", {
  base: { display: "inline-flex", alignItems: "center", minH: "touch", fontWeight: "semibold" },
});

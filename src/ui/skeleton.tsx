import { chakra } from "@chakra-ui/react";

/** Keeps the place of what is to come. */
export const Skeleton = chakra("div", {
  base: { bg: "bg.muted", borderRadius: "card", animation: "breathe 1.4s ease-in-out infinite" },
});

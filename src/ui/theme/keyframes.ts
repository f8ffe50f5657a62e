import { defineKeyframes } from "@chakra-ui/react";

export const keyframes = defineKeyframes({
  spin: { to: { transform: "rotate(360deg)" } },
  breathe: { "50%": { opacity: "0.5" } },
  "fade-in": { from: { opacity: "0" } },
  "fade-out": { to: { opacity: "0" } },
  "rise-in": { from: { opacity: "0", translate: "0 1rem" } },
});

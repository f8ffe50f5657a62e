import { defineKeyframes } from "@chakra-ui/react";

export const keyframes = defineKeyframes({
  spin: { to: { transform: "rotate(360deg)" } },
  breathe: { "50%": { opacity: "0.5" } },
  "fade-in": { from: { opacity: "0" } },
  "fade-out": { to: { opacity: "0" } },
  "rise-in": { from: { opacity: "0", translate: "0 1rem" } },
  /** For strokes whose dashes are 24 long, and as long as the path. */
  "draw-tick": { from: { strokeDashoffset: "24" } },
  /** For a circle with a radius of 12. */
  "draw-ring": {
    from: { strokeDasharray: "0 76", strokeWidth: "4" },
    to: { strokeDasharray: "76 76", strokeWidth: "4" },
  },
  "draw-line": {
    from: { strokeDasharray: "1", strokeDashoffset: "1" },
    to: { strokeDasharray: "1", strokeDashoffset: "0" },
  },
});

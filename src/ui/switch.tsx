import { chakra } from "@chakra-ui/react";

/** Its label is the caller's. */
export const Switch = chakra(
  "input",
  {
    base: {
      appearance: "none",
      flexShrink: "0",
      width: "3rem",
      height: "1.75rem",
      p: "3px",
      borderRadius: "full",
      bg: "border.control",
      cursor: "pointer",
      transition: "background-color 150ms",
      _before: {
        content: '""',
        display: "block",
        height: "full",
        aspectRatio: "1",
        borderRadius: "full",
        bg: "bg.panel",
        transition: "translate 150ms",
      },
      _checked: { bg: "accent", _before: { translate: "1.25rem" } },
    },
  },
  { defaultProps: { type: "checkbox", role: "switch" } },
);

import { chakra } from "@chakra-ui/react";
import { useLocale } from "./use-locale.ts";

type Size = "sm" | "md" | "lg";

const Column = chakra("div", {
  base: {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    justifyContent: "center",
    gap: "3",
    py: "12",
    color: "fg.muted",
  },
});

const Spinner = chakra("span", {
  base: {
    display: "inline-block",
    flexShrink: "0",
    borderWidth: "0.15em",
    borderColor: "border",
    borderTopColor: "accent",
    borderRadius: "full",
    boxSize: "1em",
    animation: "spin 800ms linear infinite",
  },
  variants: {
    size: { sm: { fontSize: "1rem" }, md: { fontSize: "1.75rem" }, lg: { fontSize: "2.75rem" } },
  },
});

export function Loading({ size = "md" }: { size?: Size }) {
  const { t } = useLocale();
  return (
    <Column role="status">
      <Spinner size={size} />
      <span>{t("Loading...")}</span>
    </Column>
  );
}

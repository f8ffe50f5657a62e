import { chakra } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { LARGE_LETTERS } from "./theme/recipes/media.recipe.ts";
import { dismissToast, type Toast } from "./toast.ts";

const SHORT_MS = 4_000;
/** for failures and actions */
const LONG_MS = 8_000;
const HELD_MS = 1_000;

/** At the top of the window, over the household's name at most: at a desk beside the tabs. */
const Root = chakra("div", {
  base: {
    position: "fixed",
    zIndex: "toast",
    top: "calc(env(safe-area-inset-top) + 0.125rem)",
    insetInline: {
      base: "52px 60px",
      md: "calc(max(0px, (100% - {sizes.page}) / 2) + 23rem) auto",
    },
    "@media (width < 22.5rem)": { insetInline: "2" },
    [LARGE_LETTERS]: { insetInline: "2", flexWrap: "wrap", justifyContent: "flex-end" },
    w: { md: "27rem" },
    maxW: { md: "calc(100% - 24rem)" },
    display: "flex",
    alignItems: "center",
    gap: "2",
    h: "fit-content",
    minH: "touch",
    ps: "3",
    bg: "bg.raised",
    borderWidth: "1px",
    borderRadius: "card",
    boxShadow: "float",
    fontSize: "sm",
    lineHeight: "tight",
    animation: "fade-in 150ms ease-out",
    // A modal dialog disables pointer events on everything else.
    pointerEvents: "auto",
    "& > svg": { display: { base: "none", md: "block" }, flexShrink: 0, color: "accent" },
    "&[data-toast=error]": {
      bg: "danger.subtle",
      borderColor: "danger",
      "& > svg": { color: "danger" },
    },
  },
});

const Text = chakra("div", {
  base: {
    flex: "1",
    minW: "0",
    py: "0.5",
    [LARGE_LETTERS]: { flexBasis: "full" },
    overflowWrap: "anywhere",
  },
});

export default function ToastCard({ toast }: { toast: Toast }) {
  const isFailure = toast.kind === "failure";
  const root = useRef<HTMLDivElement>(null);
  /** Only after the pointer has moved: a toast may appear under a resting one. */
  const isPointedAt = useRef(false);
  const cameFrom = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const isHeld = () =>
      document.hidden || isPointedAt.current || root.current?.contains(document.activeElement);
    const end = () => {
      if (isHeld()) timer = setTimeout(end, HELD_MS);
      else dismissToast(toast);
    };
    let timer = setTimeout(end, isFailure || toast.action ? LONG_MS : SHORT_MS);
    return () => clearTimeout(timer);
  }, [toast, isFailure]);

  const { t, language, direction } = toast.locale;
  const dismiss = () => {
    cameFrom.current?.focus();
    dismissToast(toast);
  };

  return (
    <Root
      ref={root}
      lang={language}
      data-toast={isFailure ? "error" : "success"}
      onPointerMove={() => {
        isPointedAt.current = true;
      }}
      onPointerLeave={() => {
        isPointedAt.current = false;
      }}
      onFocus={({ relatedTarget }) => {
        cameFrom.current = relatedTarget as HTMLElement | null;
      }}
    >
      <Icon name={isFailure ? "alert" : "check"} />
      {/* Not of the whole, whose place is the page's. */}
      <Text dir={direction}>
        <strong dir="auto">{toast.title}</strong>{" "}
        {toast.description && <span dir="auto">{toast.description}</span>}
      </Text>
      {toast.action && (
        <Button
          variant="link"
          onClick={() => {
            dismiss();
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon="close" label={t("Dismiss")} onClick={dismiss} />
    </Root>
  );
}

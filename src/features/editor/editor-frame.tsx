import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { LOW } from "../../ui/theme/recipes/media.recipe.ts";
import { useLocale } from "../../ui/use-locale.ts";

const Bar = chakra("div", {
  base: {
    position: "sticky",
    zIndex: "bar",
    bg: "bg",
    borderColor: "border",
    "& > div": {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      gap: "3",
      maxW: "form",
      minH: "4rem",
      mx: "auto",
      px: "4",
      py: "2",
    },
    "&:is(header) > div": { minH: "masthead" },
    "&:not(header) > div": { justifyContent: "flex-end" },
    [LOW]: { position: "static", "& > div": { minH: "masthead", py: "0" } },
  },
});

interface EditorFrameProps {
  title: string;
  saving: boolean;
  /** Grows with every refused save. */
  refusals: number;
  onCancel: () => void;
  onSave: () => void;
  children: ReactNode;
}

export function EditorFrame(props: EditorFrameProps) {
  const { t } = useLocale();
  const { title, saving, refusals } = props;
  const form = useRef<HTMLFormElement>(null);

  // An edited task starts with no field focused.
  useEffect(() => {
    const { activeElement } = document;
    if (!form.current?.contains(activeElement)) form.current?.querySelector("h1")?.focus();
  }, []);

  // The first wrong field gets the focus, once the errors are on screen and the fields enabled.
  useEffect(() => {
    if (refusals === 0 || saving) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals, saving]);

  return (
    <chakra.form
      ref={form}
      display="flex"
      flexDirection="column"
      minH="100dvh"
      animation="fade-in 150ms ease-out"
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving) props.onSave();
      }}
      onKeyDown={(event) => {
        const here = event.currentTarget.contains(event.target as Node);
        if (event.key === "Escape" && here && !saving) props.onCancel();
      }}
    >
      <Bar asChild top="0" borderBottomWidth="1px" pt="env(safe-area-inset-top)">
        <header>
          <div>
            <IconButton
              icon="back"
              label={t("Back")}
              ms="-3"
              disabled={saving}
              onClick={props.onCancel}
            />
            <chakra.h1 fontSize="md!" tabIndex={-1}>
              {title}
            </chakra.h1>
          </div>
        </header>
      </Bar>
      <chakra.main width="full" maxW="form" mx="auto" px="4" py="6">
        <fieldset disabled={saving}>
          <Stack gap="5">{props.children}</Stack>
        </fieldset>
      </chakra.main>
      <Bar bottom="0" mt="auto" borderTopWidth="1px" pb="env(safe-area-inset-bottom)">
        <div>
          <chakra.span role="status" flex="1" color="fg.muted" fontSize="sm">
            {saving && t("Saving task...")}
          </chakra.span>
          <Button variant="ghost" disabled={saving} onClick={props.onCancel}>
            {t("Cancel")}
          </Button>
          <Button type="submit" disabled={saving}>
            {t("Save Task")}
          </Button>
        </div>
      </Bar>
    </chakra.form>
  );
}

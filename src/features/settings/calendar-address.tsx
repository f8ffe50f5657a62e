import { chakra, Stack } from "@chakra-ui/react";
import type { Ref } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { buttonRecipe } from "../../ui/theme/recipes/button.recipe.ts";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";

const LinkButton = chakra("a", buttonRecipe);

export function CalendarAddress({ address, ref }: { address: string; ref: Ref<HTMLInputElement> }) {
  const { t } = useLocale();

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      toastSuccess(t("Calendar address copied"));
    } catch {
      toastFailure({
        title: t("The address could not be copied"),
        description: t("Select it in its field and copy it from there."),
      });
    }
  }

  return (
    <Stack gap="3" width="full">
      <TextField
        ref={ref}
        label={t("Calendar address")}
        hint={t("Shown only once: Rota keeps no copy. If you lose it, make a new one.")}
        dir="ltr"
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button onClick={copy}>{t("Copy the address")}</Button>
        <LinkButton variant="outline" href={address.replace(/^https?:/, "webcal:")}>
          {t("Open in a calendar app")}
        </LinkButton>
      </chakra.div>
    </Stack>
  );
}

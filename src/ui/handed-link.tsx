import { chakra } from "@chakra-ui/react";
import { Button } from "./button.tsx";
import { copyLink } from "./copy-link.ts";
import { TextField } from "./field.tsx";
import { useLocale } from "./use-locale.ts";

export function HandedLink(props: { label?: string; link: string; copied?: string }) {
  const { t } = useLocale();
  const { label, link, copied = t("It works once, within seven days.") } = props;
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      <TextField
        label={label ?? t("Link // a label")}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <Button
        aria-label={label && t("Copy link for {name}", { name: label })}
        onClick={() => void copyLink(link, copied)}
      >
        {t("Copy link")}
      </Button>
    </chakra.div>
  );
}

import { chakra } from "@chakra-ui/react";
import { Button } from "./button.tsx";
import { copyLink } from "./copy-link.ts";
import { TextField } from "./field.tsx";

export function HandedLink(props: { label: string; link: string; copied?: string }) {
  const { label, link, copied = "It works once, within seven days." } = props;
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      <TextField label={label} readOnly value={link} onFocus={(event) => event.target.select()} />
      <Button
        aria-label={label === "Link" ? undefined : `Copy the link for ${label}`}
        onClick={() => void copyLink(link, copied)}
      >
        Copy link
      </Button>
    </chakra.div>
  );
}

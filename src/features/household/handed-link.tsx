import { chakra } from "@chakra-ui/react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";

interface HandedLinkProps {
  label: string;
  link: string;
  /** what is to be known of it once it is copied */
  copied?: string;
}

/** A link that somebody hands on, which is shown once. */
export function HandedLink(props: HandedLinkProps) {
  const { label, link, copied = "It works once, within seven days." } = props;
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      toastSuccess("Link copied", copied);
    } catch {
      toastFailure({ title: "The link could not be copied", description: link });
    }
  }
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      <TextField label={label} readOnly value={link} onFocus={(event) => event.target.select()} />
      <Button
        aria-label={label === "Link" ? undefined : `Copy the link for ${label}`}
        onClick={() => void copy()}
      >
        Copy link
      </Button>
    </chakra.div>
  );
}

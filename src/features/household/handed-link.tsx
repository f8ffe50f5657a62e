import { chakra } from "@chakra-ui/react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";

/** A link that somebody hands on: good once, and shown once. */
export function HandedLink({ label, link }: { label: string; link: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      toastSuccess("Link copied", "It is good once, for seven days.");
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

import { chakra, Stack } from "@chakra-ui/react";
import { useMemo } from "react";
import { renderSVG } from "uqr";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";

interface OnceLinkProps {
  link: string;
  /** what to do with it */
  advice: string;
  /** what is to be known of it once it is copied */
  copied: string;
}

/** A link that is shown once: to be sent, or to be photographed from the screen. */
export function OnceLink({ link, advice, copied }: OnceLinkProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      toastSuccess("Link copied", copied);
    } catch {
      toastFailure({ title: "The link could not be copied", description: link });
    }
  }

  return (
    <Stack gap="4" pb="4">
      <p>{advice}</p>
      <QrCode alt="The link as a QR code" link={link} boxSize="14rem" mx="auto" borderRadius="md" />
      <TextField label="Link" readOnly value={link} onFocus={(event) => event.target.select()} />
      <Button onClick={() => void copy()}>Copy link</Button>
    </Stack>
  );
}

const Drawing = chakra("img", { base: { bg: "white" } });

/** A link as a QR code, black on white. */
export function QrCode({
  link,
  ...image
}: { link: string } & React.ComponentProps<typeof Drawing>) {
  const drawing = useMemo(() => renderSVG(link, { border: 2 }), [link]);
  return <Drawing src={`data:image/svg+xml,${encodeURIComponent(drawing)}`} {...image} />;
}

import { chakra, Stack } from "@chakra-ui/react";
import { useMemo } from "react";
import { renderSVG } from "uqr";
import { HandedLink } from "./handed-link.tsx";

interface OnceLinkProps {
  link: string;
  /** what to do with it */
  advice: string;
  /** what is to be known of it once it is copied */
  copied: string;
}

/** A link that is shown once: to be sent, or to be photographed from the screen. */
export function OnceLink({ link, advice, copied }: OnceLinkProps) {
  return (
    <Stack gap="4" pb="4">
      <p>{advice}</p>
      <QrCode alt="The link as a QR code" link={link} boxSize="14rem" mx="auto" borderRadius="md" />
      <HandedLink label="Link" link={link} copied={copied} />
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

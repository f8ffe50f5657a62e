import { chakra, Stack } from "@chakra-ui/react";
import { useMemo } from "react";
import { renderSVG } from "uqr";
import { HandedLink } from "./handed-link.tsx";
import { useLocale } from "./use-locale.ts";

interface OnceLinkProps {
  link: string;
  advice: string;
  copied: string;
}

export function OnceLink({ link, advice, copied }: OnceLinkProps) {
  const { t } = useLocale();
  return (
    <Stack gap="4" pb="4">
      <p>{advice}</p>
      <QrCode
        alt={t("The link as a QR code")}
        link={link}
        boxSize="14rem"
        mx="auto"
        borderRadius="md"
      />
      <HandedLink link={link} copied={copied} />
    </Stack>
  );
}

const Drawing = chakra("img", { base: { bg: "white" } });

export function QrCode({
  link,
  ...image
}: { link: string } & React.ComponentProps<typeof Drawing>) {
  const drawing = useMemo(() => renderSVG(link, { border: 2 }), [link]);
  return <Drawing src={`data:image/svg+xml,${encodeURIComponent(drawing)}`} {...image} />;
}

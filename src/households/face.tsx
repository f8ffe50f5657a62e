import { chakra } from "@chakra-ui/react";

interface FaceProps {
  name: string;
  /** the colour, 0 to 9 */
  face: number;
}

/** A person as initials on a colour; the name stands beside it, or is its control's. The letters set its size. */
export function Face({ name, face }: FaceProps) {
  return (
    <chakra.span
      aria-hidden="true"
      display="inline-grid"
      placeItems="center"
      flexShrink="0"
      boxSize="2.86em"
      borderRadius="full"
      fontSize="var(--face-letters, 0.7rem)"
      fontWeight="semibold"
      lineHeight="1"
      color="white"
      // The same lightness for each, so that the letters can be read on all of them.
      style={{ background: `oklch(0.45 0.11 ${face * 36})` }}
    >
      {initials(name)}
    </chakra.span>
  );
}

/** 'A' for Alice, 'AB' for Alice Brown. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}

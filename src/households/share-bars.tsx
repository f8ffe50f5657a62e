import { chakra } from "@chakra-ui/react";
import { LARGE_LETTERS } from "../ui/theme/recipes/media.recipe.ts";
import { Face, faceColour } from "./face.tsx";

interface Bar {
  readonly key: string;
  readonly name: string;
  /** whose initials the face has; `name` unless given */
  readonly faceName?: string | undefined;
  /** the colour of the person's face */
  readonly face: number | undefined;
  /** 0 or more */
  readonly amount: number;
  /** how the amount is written: '12', 'about 3 h' */
  readonly text: string;
}

/** Amounts side by side: a face, a name, a bar and a number each, so that the bar says nothing alone. */
export function ShareBars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ amount }) => amount));
  return (
    <chakra.ul aria-label={label} fontVariantNumeric="tabular-nums">
      {bars.map(({ key, name, faceName = name, face, amount, text }) => (
        <chakra.li
          key={key}
          display="grid"
          gridTemplateColumns="1.5rem minmax(5rem, 40%) 1fr minmax(2rem, auto)"
          css={{
            [LARGE_LETTERS]: {
              gridTemplateColumns: "1.5rem 1fr",
              "& > bdi + span": { display: "none" },
              "& > strong": { gridColumn: "2" },
            },
          }}
          alignItems="center"
          columnGap="2"
          py="1"
        >
          <Face name={faceName} face={face} size="small" />
          <bdi>{name}</bdi>
          <chakra.span
            aria-hidden="true"
            display="block"
            height="0.625rem"
            borderRadius="full"
            _print={{ printColorAdjust: "exact" }}
            style={{ width: `${(amount / most) * 100}%`, background: faceColour(face) }}
          />
          <chakra.strong textAlign="end" fontWeight="semibold">
            {text}
          </chakra.strong>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

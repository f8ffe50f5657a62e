import { chakra } from "@chakra-ui/react";
import { Face, faceColour } from "./face.tsx";

interface Bar {
  readonly key: string;
  readonly name: string;
  /** whose face it is; none for somebody who has none */
  readonly person?: { readonly name: string; readonly face: number } | undefined;
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
      {bars.map(({ key, name, person, amount, text }) => (
        <chakra.li
          key={key}
          display="grid"
          gridTemplateColumns="1.5rem minmax(5rem, 30%) 1fr minmax(2rem, auto)"
          alignItems="center"
          columnGap="2"
          py="1"
        >
          {person ? <Face {...person} size="small" /> : <span />}
          <bdi>{name}</bdi>
          <chakra.span
            aria-hidden="true"
            display="block"
            height="0.625rem"
            borderRadius="full"
            bg="fg.muted"
            _print={{ printColorAdjust: "exact" }}
            style={{
              width: `${(amount / most) * 100}%`,
              ...(person && { background: faceColour(person.face) }),
            }}
          />
          <chakra.strong textAlign="end" fontWeight="semibold">
            {text}
          </chakra.strong>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

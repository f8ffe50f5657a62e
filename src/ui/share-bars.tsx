import { chakra } from "@chakra-ui/react";

interface Bar {
  readonly key: string;
  readonly name: string;
  /** 0 or more */
  readonly amount: number;
  /** how the amount is written: '12', 'about 3 h' */
  readonly text: string;
}

interface ShareBarsProps {
  label: string;
  bars: readonly Bar[];
  /** the amount of a whole bar; the largest unless given */
  most?: number | undefined;
}

/** Amounts side by side: a name, a bar and a number each, so that the bar says nothing alone. */
export function ShareBars({ label, bars, most }: ShareBarsProps) {
  const whole = most ?? Math.max(1, ...bars.map(({ amount }) => amount));
  return (
    <chakra.ul aria-label={label} fontVariantNumeric="tabular-nums">
      {bars.map(({ key, name, amount, text }) => (
        <chakra.li
          key={key}
          display="grid"
          gridTemplateColumns="minmax(7rem, 30%) 1fr 6rem"
          alignItems="center"
          columnGap="3"
          py="1"
        >
          <bdi>{name}</bdi>
          <chakra.span
            aria-hidden="true"
            display="block"
            height="0.75rem"
            borderRadius="full"
            bg="bg.muted"
            overflow="hidden"
            _print={{ printColorAdjust: "exact" }}
          >
            <chakra.span
              display="block"
              height="full"
              borderRadius="full"
              bg="status.completed"
              style={{ width: `${Math.min(100, (amount / whole) * 100)}%` }}
            />
          </chakra.span>
          <chakra.span textAlign="end">{text}</chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

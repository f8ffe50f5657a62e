/**
 * Turns had and turns forgiven, by the places of a roster: whoever has least is next, ties by the order. Whole
 * numbers, of which a turn is `WHOLE`: any share of up to 50 people comes out even.
 */
export type Credits = readonly bigint[];

/** The least common multiple of 1 to 50. */
const WHOLE = 3_099_044_504_245_996_706_400n;

const isBefore = (credits: Credits, one: number, other: number) => {
  const credit = credits[one] ?? 0n;
  const others = credits[other] ?? 0n;
  return credit < others || (credit === others && one < other);
};

/** The places of a roster in the order in which it is their turn. */
export const orderOf = (credits: Credits): number[] =>
  credits.map((_, place) => place).sort((one, other) => (isBefore(credits, one, other) ? -1 : 1));

/**
 * The credits after so many units in which the same people are there: each unit goes to the one of them who is
 * next, who gets a turn, and each who is away gets its share, so that nobody comes home to a debt.
 */
export function afterUnits(credits: Credits, isThere: readonly boolean[], count: number): Credits {
  const order = orderOf(credits).filter((place) => isThere[place]);
  if (order.length === 0 || count === 0) return credits;
  const share = (WHOLE / BigInt(order.length)) * BigInt(count);
  const next = credits.map((credit, place) => (isThere[place] ? credit : credit + share));
  let left = count;
  while (left > 0 && !goesRound(next, order)) {
    const [first = 0] = order.splice(0, 1);
    next[first] = (next[first] ?? 0n) + WHOLE;
    const place = order.findIndex((other) => isBefore(next, first, other));
    order.splice(place < 0 ? order.length : place, 0, first);
    left--;
  }
  const rounds = Math.floor(left / order.length);
  for (const [index, place] of order.entries()) {
    const turns = rounds + Number(index < left % order.length);
    next[place] = (next[place] ?? 0n) + WHOLE * BigInt(turns);
  }
  return next;
}

/** Whether whoever is next comes last after their turn: then it goes round from there on. */
function goesRound(credits: Credits, order: readonly number[]): boolean {
  const [first, last] = [order[0] ?? 0, order.at(-1) ?? 0];
  const [least = 0n, most = 0n] = [credits[first], credits[last]];
  return first === last || least + WHOLE > most || (least + WHOLE === most && first > last);
}

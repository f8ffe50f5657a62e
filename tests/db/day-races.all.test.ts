import { test } from "vitest";
import { atOnce, CALL_NAMES, twoPeople } from "./day-races-play.ts";

const ROUNDS = 200;

test.each(CALL_NAMES)(
  `%s and anything else at the same moment, ${ROUNDS} times each`,
  async (one) => {
    const pairs = CALL_NAMES.slice(CALL_NAMES.indexOf(one));
    for (const other of pairs) {
      for (let round = 0; round < ROUNDS; round += 1) {
        await atOnce(await peopleOf(round), one, other);
      }
    }
  },
  3_600_000,
);

let people: Awaited<ReturnType<typeof twoPeople>> | undefined;

/** New people now and then, as the number of tasks that a person may add is limited. */
async function peopleOf(round: number) {
  if (people === undefined || round % 50 === 0) people = await twoPeople();
  return people;
}

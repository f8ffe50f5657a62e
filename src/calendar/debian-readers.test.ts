import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectedEntries, withoutBackslashes } from "../../tests/support/calendar-entries.ts";
import { type DebianReader, hasReader, readByDebian } from "../../tests/support/debian-readers.ts";
import { randomBoard } from "../../tests/support/random-tasks.ts";
import { runs, seed } from "../../tests/support/runs.ts";

/** Readers that are no npm packages; without them there is nothing to run here. */

const BOARDS = runs(20);
const READERS: readonly DebianReader[] = ["icalendar", "khal"];

describe.each(READERS)("Debian's %s", (reader) => {
  test.runIf(hasReader(reader))(
    `reads the days and texts of our rules from ${BOARDS} random boards`,
    { timeout: 1_200_000 },
    () => {
      const boards = fc.sample(randomBoard, { seed, numRuns: BOARDS });
      const read = readByDebian(reader, boards);
      for (const [index, board] of boards.entries()) {
        const expected = expectedEntries(board);
        const entries = withoutBackslashes(read[index] ?? [], expected);
        expect(entries).toEqual(withoutBackslashes(expected, expected));
      }
    },
  );
});

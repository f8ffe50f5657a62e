import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Board,
  expectedEntries,
  withoutBackslashes,
} from "../../tests/support/calendar-entries.ts";
import { type DebianReader, hasReader, readByDebian } from "../../tests/support/debian-readers.ts";
import { isHere } from "../../tests/support/is-here.ts";
import { randomBoard } from "../../tests/support/random-tasks.ts";
import { runs, seed } from "../../tests/support/runs.ts";
import { turnTask } from "../../tests/support/sample-household.ts";

/** Readers that are no npm packages; without them there is nothing to run here. */

const BOARDS = runs(20);
const READERS: readonly DebianReader[] = ["icalendar", "khal"];

/** Every other board is a household's, whose people take turns. */
const withTurns = (board: Board, index: number): Board =>
  index % 2 === 0
    ? board
    : { ...board, tasks: board.tasks.map((task) => turnTask({ ...task, roster: ROSTER })) };
const ROSTER = ["alice", "bob", "carol"];

describe.each(READERS)("Debian's %s", (reader) => {
  test.runIf(isHere(`Debian's ${reader}`, hasReader(reader)))(
    `reads the days, texts and names of our rules from ${BOARDS} random boards`,
    { timeout: 1_200_000 },
    () => {
      const flats = { today: "2026-11-20", tasks: [turnTask()] };
      const boards = [flats, ...fc.sample(randomBoard, { seed, numRuns: BOARDS }).map(withTurns)];
      const read = readByDebian(reader, boards);
      expect(JSON.stringify(read)).toContain(" (Bob)");
      for (const [index, board] of boards.entries()) {
        const expected = expectedEntries(board);
        const entries = withoutBackslashes(read[index] ?? [], expected);
        expect(entries).toEqual(withoutBackslashes(expected, expected));
      }
    },
  );
});

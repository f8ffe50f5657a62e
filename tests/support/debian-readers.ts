import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { addDays } from "../../src/domain/dates/calendar.ts";
import { type Board, type Entry, fileOf, inOrder } from "./calendar-entries.ts";

/** For tests only: Debian's calendar readers, if installed. */

const PYTHON = "/usr/bin/python3";
const MODULES = { icalendar: "icalendar, recurring_ical_events", khal: "khal" } as const;

export type DebianReader = keyof typeof MODULES;

/** On Debian: `apt-get install python3-icalendar python3-recurring-ical-events khal`. */
export function hasReader(reader: DebianReader): boolean {
  try {
    execFileSync(PYTHON, ["-c", `import ${MODULES[reader]}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The entries that the reader finds in the boards' files. */
export function readByDebian(reader: DebianReader, boards: readonly Board[]): Entry[][] {
  const request = {
    reader,
    boards: boards.map((board) => ({
      file: fileOf(board),
      first: addDays(board.today, -60),
      last: addDays(board.today, 365),
    })),
  };
  const answer = execFileSync(PYTHON, [join(import.meta.dirname, "read_calendars.py")], {
    input: JSON.stringify(request),
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  const read = JSON.parse(answer) as [string, string, string, string][][];
  return read.map((entries) =>
    inOrder(
      entries.map(([uid, date, summary, description]) => ({ uid, date, summary, description })),
    ),
  );
}

import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { DateStyle } from "../../domain/dates/date-style.ts";
import type { Household } from "../../domain/households/household.ts";
import { isolated } from "../../domain/joined.ts";
import { hasPast } from "../../domain/recurrence/task-schedule.ts";
import { withSchedule } from "../../domain/tasks/schedule-change.ts";
import { NOTHING_RECORDED, type Task } from "../../domain/tasks/task.ts";
import { fieldsOf } from "../../domain/tasks/task-input.ts";
import { nameInSentence, nextTurns } from "../../domain/turns/turn-words.ts";
import type { Draft } from "./draft.ts";

const SHOWN = 4;

/** 'Next turns: Thu Bob, Fri Carol, Sat you', by the rule, once the draft is saved; null where there are none. */
export function turnsPreview(
  task: Task | null,
  draft: Draft,
  household: Household,
  today: CalendarDate,
  style: DateStyle,
): string | null {
  if (draft.roster.length === 0) return null;
  const turns = nextTurns(saved(task, draft, household, today), today, today, SHOWN, style);
  const said = turns.map(({ when, turn }) => `${when} ${isolated(nameInSentence(turn))}`);
  return said.length > 0 ? `Next turns: ${said.join(", ")}` : null;
}

/** The draft as a task, which counts from today on where it has a past. */
function saved(task: Task | null, draft: Draft, household: Household, today: CalendarDate): Task {
  const fields = { ...fieldsOf(draft), endDate: draft.endDate || null };
  if (task === null) return { ...NOTHING_RECORDED, ...fields, household };
  const scheduleFrom = hasPast(task, today) ? today : fields.scheduleFrom;
  return { ...withSchedule(task, { ...fields, scheduleFrom }), household };
}

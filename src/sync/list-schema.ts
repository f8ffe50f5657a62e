import * as v from "valibot";
import { ROLES } from "../domain/households/household.ts";
import { VIAS } from "../domain/tasks/door.ts";
import { scheduleSchema, taskFieldsSchema } from "../domain/tasks/task-input.ts";
import { TURN_LENGTHS } from "../domain/turns/turn-types.ts";

/**
 * All that a browser keeps of the list; the version of what is kept is worked out of it (cli/list-form.ts). A field that
 * `TaskList` has and this hasn't, or the other way round, fails the type check (list-schema.test.ts).
 */

const text = v.string();
const nullableText = v.nullable(text);
const number = v.number();
const bits = v.array(v.tuple([number, text]));
const runs = v.array(v.array(number));
const names = v.record(text, text);
const status = v.picklist(["done", "skipped"]);

const profile = v.object({
  fullName: text,
  timeZone: text,
  dateStyle: v.optional(nullableText),
  language: v.optional(nullableText),
  offersMorningMail: v.optional(v.boolean()),
});

const invitation = v.object({ senderId: text, senderName: text, count: number });

const person = v.object({
  ...{ id: text, name: text, face: number },
  ...{ role: v.picklist(ROLES), isJoined: v.boolean() },
});

const absence = v.object({
  ...{ id: text, person: text, from: text, to: nullableText },
  ...{ enteredOn: text, endedOn: nullableText },
});

const household = v.object({
  ...{ id: text, name: text, role: v.picklist(ROLES), me: text, people: v.array(person) },
  former: v.optional(names),
  absences: v.optional(v.array(absence)),
  houseAbsences: v.optional(v.array(v.object({ id: text, from: text, to: text, by: text }))),
  ...{ timeZone: v.optional(text), nextTimeZone: v.optional(text), language: v.optional(text) },
  claims: v.optional(v.array(v.object({ id: text, by: text, deeds: v.number(), since: text }))),
  imports: v.optional(v.array(v.object({ id: text, at: text, by: text, tasks: v.number() }))),
});

const doers = {
  completedBy: nullableText,
  people: v.optional(v.array(text)),
  saidBy: v.optional(text),
  via: v.optional(v.picklist(VIAS)),
  viaName: v.optional(text),
};

const recorded = { ...doers, status, completedAt: text, timeZone: text };

const completion = v.object({
  ...recorded,
  date: text,
  doneOn: v.optional(text),
  doneAt: v.optional(text),
  dueOn: v.optional(text),
});

/** A schedule as it was: what people may enter by now may be another. */
const formerSchedule = v.object({
  ...scheduleSchema.entries,
  repeatValue: text,
  roster: v.optional(v.array(text)),
  turnLength: v.optional(v.picklist(TURN_LENGTHS)),
  rosterSince: v.optional(nullableText),
  validUntil: text,
});

const task = v.object({
  ...taskFieldsSchema.entries,
  ...{ id: text, ownerId: text, createdAt: text, updatedAt: text, rosterSince: text },
  revision: number,
  cut: v.optional(v.literal(true)),
  people: names,
  takingPart: v.array(text),
  formerSchedules: v.array(formerSchedule),
  putOffs: v.array(
    v.object({ dueDate: text, newDate: text, toFormerSchedule: v.optional(v.boolean()) }),
  ),
  happened: v.nullable(
    v.object({
      name: text,
      day: text,
      number: v.optional(number),
      via: doers.via,
      viaName: v.optional(text),
    }),
  ),
  ...{ pausedDays: runs, completedDays: bits, skippedDays: bits },
  recentCompletions: v.array(completion),
  recentCatchUps: v.array(v.object({ ...recorded, id: text, days: runs })),
  recentChecks: v.array(v.object({ date: text, lines: v.array(text) })),
  swaps: v.optional(v.array(v.tuple([text, text]))),
  offers: v.optional(v.array(v.object({ day: text, from: text, to: nullableText }))),
});

export const listSchema = v.object({
  profile,
  invitations: v.array(invitation),
  households: v.array(household),
  tasks: v.array(task),
  names: text,
});

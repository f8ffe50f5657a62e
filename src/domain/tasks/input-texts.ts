import { msg } from "../language/messages.ts";
import type { InputIssue } from "./input-issues.ts";

/** Messages for invalid or too much input, by the codes that SQL raises and the schemas name. */
export const INPUT_TEXTS = {
  INVALID: msg("Invalid input"),
  PERSON_LEFT: msg("Somebody it names no longer belongs to the household"),
  TITLE_REQUIRED: msg("Title is required"),
  TITLE_TOO_SHORT: msg("Title must be at least 2 characters"),
  TITLE_TOO_LONG: msg("Title must be less than 100 characters"),
  CATEGORY_REQUIRED: msg("Category is required"),
  CATEGORY_TOO_LONG: msg("Category must be less than 50 characters"),
  NOTES_TOO_LONG: msg("Notes must be at most 5000 characters"),
  START_DATE_REQUIRED: msg("Start date is required"),
  END_BEFORE_START: msg("End date must be after start date"),
  WAITS_FOR_REQUIRED: msg("Say what has to happen"),
  RULE_TOO_LONG: msg("The rule is too long"),
  CHECKLIST_TOO_LONG: msg("A checklist has at most 20 lines"),
  CHECKLIST_LINE_TOO_LONG: msg("A line of a checklist has at most 100 characters"),
  CHECKLIST_LINE_TWICE: msg("A checklist has each line once"),
  CHECKLIST_LINE_GONE: msg("This line is no longer in the checklist"),
  TOO_MANY_TURN_TAKERS: msg("At most 50 people can take turns"),
  TURN_IS_OVER: msg("That day is over"),
  TURN_IS_DONE: msg("It is done or skipped already"),
  TURN_OFFERED: msg("Somebody else offers this turn already"),
  NO_TURNS: msg("Nobody takes turns on that day"),
  AWAY_THEN: msg("They are away then"),
  ABSENCE_ENDS_BEFORE_START: msg("It must not end before it begins"),
  ABSENCE_IS_OVER: msg("That is over: choose “for the past too”, or a later day"),
  PAUSE_ENDS_BEFORE_START: msg("A pause must not end before it begins"),
  ALREADY_DUE: msg("It is already due on that day"),
  BEFORE_START: msg("The task had not begun on that day"),
  NOT_EARLIER: msg("That is not before its first start"),
  PUT_OFF_IS_DUE: msg("First do, or put back, what was put off to a day that this has anyway"),
  PUT_OFF_BEFORE_START: msg("First undo the postponements before that day"),
  NOT_DONE: msg("It is not done on that day"),
  DONE_TOO_EARLY: msg("That is more than a year before"),
  DONE_LATER: msg("That is still to come"),
  NOTE_TOO_LONG: msg("A note has at most 500 characters"),
  INVALID_EMAIL: msg("Invalid email"),
  OWN_ADDRESS: msg("You cannot share a task with yourself"),
  TOO_MANY_SHARES: msg("A task can be shared with at most 50 people"),
  NAME_REQUIRED: msg("A name is needed"),
  NAME_TOO_LONG: msg("Name must be at most 100 characters"),
  UNKNOWN_TIME_ZONE: msg("Unknown time zone"),
  TOO_MANY_TASKS: msg(
    "You can have at most 1,000 active tasks. Delete some that you no longer need.",
  ),
  TOO_MUCH_ENTERED: msg(
    "Your tasks, and those of a household, have at most 500 kB of titles, notes, checklists and turns together: shorten or delete some.",
  ),
  TOO_MANY_TASKS_ADDED: msg(
    "You have added 10,000 tasks in 30 days, counting deleted ones, and that is the most you can add.",
  ),
  TOO_MANY_CONTACTS: msg("You can have at most 500 contacts. Remove some in the settings."),
  TOO_MANY_PUT_OFFS: msg("You can put off at most 500 days of a task."),
  TOO_MANY_PAUSES: msg("A task can have at most 100 pauses."),
  TOO_MANY_SCHEDULES: msg("A task can change its schedule at most 200 times."),
  TOO_MANY_OLD_DAYS: msg(
    "More than 100 years ago, a task can have days that are done or skipped in 92 years at most.",
  ),
  TOO_MANY_CHANGES: msg("You have changed this task 2,000 times today. Try again tomorrow."),
  TOO_MANY_NAME_CHANGES: msg(
    "You can change your name at most 10 times a day. Try again tomorrow.",
  ),
  TOO_MANY_TASKS_AT_ONCE: msg("At most 100 tasks can be changed at once."),
  TOO_MANY_COMPLETIONS: msg("At most 1,000 completions can be added or undone at once."),
  INVITED_AGAIN_TODAY: msg("You have sent this invitation again within the last 24 hours."),
  TOO_MANY_SHARES_IN_IMPORT: msg("An import can share with at most 10,000 addresses in all."),
  OTHER_NAME: msg("This is not its name"),
  TOO_MANY_HOUSEHOLDS: msg("You can belong to at most 10 households."),
  TOO_MANY_PEOPLE: msg("A household can have at most 50 people."),
  TOO_MANY_PEOPLE_EVER: msg("A household can have had at most 200 people."),
  TOO_MANY_HOUSEHOLD_CHANGES: msg(
    "You have changed this household 500 times today. Try again tomorrow.",
  ),
  TOO_MANY_ABSENCES: msg("Somebody can have been away at most 300 times."),
  TOO_MANY_HOUSE_ABSENCES: msg("A household can have been away at most 200 times."),
  TOO_MANY_ABSENCES_OF_HOUSEHOLD: msg(
    "The people of a household can have been away at most 1,000 times.",
  ),
  TOO_MANY_TURNS: msg("A task can have at most 100 days ahead that are swapped, or offered."),
  TOO_MANY_DISPLAYS: msg(
    "A household can have at most 5 tablets. Disconnect one you no longer need.",
  ),
  TOO_MANY_TOKENS: msg("There can be at most 20 tokens. End one that isn’t used any more."),
  TOO_MANY_TOKEN_CHANGES: msg("This program has made 2,000 changes today. Try again tomorrow."),
  TOO_MANY_DISPLAY_CHANGES: msg("This was used 500 times today. Sign in to continue."),
  TOO_MANY_PUSH_DEVICES: msg(
    "You can be notified on at most 10 devices. Remove one you no longer use.",
  ),
  TOO_MANY_WATCHED_TASKS: msg(
    "You can watch at most 200 tasks. Stop watching one you no longer need.",
  ),
  TOO_MANY_WEBHOOKS: msg("You can have at most 10 webhooks. Remove one you no longer use."),
  ADDRESS_INVALID: msg(
    "Enter an address that begins with https://, of a server that this one may reach",
  ),
  ADDRESS_NOT_OPEN: msg("This address leads nowhere, or into a private network"),
  HEADER_INVALID: msg("A header is a name, a colon and plain characters; at most 10 of them"),
  CHANNEL_BODY: msg("The body needs a place for the title, and has at most 2000 characters"),
  CHANNEL_NOT_TAKEN: msg("A first message was not taken there"),
  UNKNOWN_PUSH_SERVER: msg("This browser’s notification service is not supported"),
  TOO_MUCH_IMPORTED: msg("Your imports can have at most 100 MB together."),
} as const;

/** The same for valibot, whose issues keep strings. */
export const ISSUE_TEXTS = INPUT_TEXTS as unknown as Readonly<
  Record<keyof typeof INPUT_TEXTS, string>
>;

interface CodedIssue {
  readonly path: string;
  readonly code: string;
}

/** The issues in the `details` of a database error, `[{path, code}]` as JSON; none when there are none. */
export function readIssues(details: string | null | undefined): InputIssue[] {
  if (!details?.startsWith("[")) return [];
  return (JSON.parse(details) as CodedIssue[]).map(({ path, code }) => ({
    path,
    message: Object.entries(INPUT_TEXTS).find(([known]) => known === code)?.[1] ?? msg(code),
  }));
}

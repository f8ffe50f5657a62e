import { expect, test } from "vitest";
import { scheduleSample } from "../../../tests/support/random-schedules.ts";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { loadCatalogue } from "../../languages/load.ts";
import { US_STYLE } from "../dates/date-style.ts";
import { localeOf, US_ENGLISH } from "../language/locale.ts";
import { arrivedText, forDaysText } from "./event-days.ts";
import { eventText, type RecordedEvent } from "./event-texts.ts";

const PEOPLE = { alice: "Alice", bob: "Bob" };
const WEEKLY = taskOf({ repeatValue: "weekly" });

/** As Carol reads it, without the marks that isolate names and texts. */
const text = (kind: string, userId: string | null, details: RecordedEvent["details"] = {}) => {
  const event = {
    id: 1,
    kind,
    happenedAt: "2026-11-21T08:00:00Z",
    timeZone: "UTC",
    userId,
    days: null,
    details,
  };
  return eventText(event, { people: PEOPLE }, "carol", US_ENGLISH).replace(/[\u2068\u2069]/g, "");
};

test("what was done, skipped and taken back says who, and for whom", () => {
  expect(text("skipped", "bob", { by: "bob", status: "skipped" })).toBe("Bob skipped it");
  expect(text("done", "carol", { by: "carol" })).toBe("You did it");
  expect(text("done", "alice", { by: "bob" })).toBe("Alice marked it done for Bob");
  expect(text("done", "alice", { by: "carol" })).toBe("Alice marked it done for you");
  expect(text("undone", "bob", { by: "bob", status: "done" })).toBe(
    "Bob took back that they did it",
  );
  expect(text("undone", "alice", { by: "carol", status: "skipped" })).toBe(
    "Alice took back that you skipped it",
  );
});

test("a task that came into a household, or out of one, says so without its name", () => {
  expect(text("moved", "alice")).toBe("Alice changed whose it is");
});

test("what whoever stood there ticked says how, and nobody has left", () => {
  const ticked = { by: null, people: ["bob"], via: "display" } as const;
  expect(text("done", null, ticked)).toBe("Bob did it, on the kitchen tablet");
  expect(text("done", null, { by: null, people: ["bob", "alice"], via: "label" })).toBe(
    "Bob and Alice did it, by its label",
  );
  expect(text("done", null, { ...ticked, people: [] })).toBe(
    "Somebody did it, on the kitchen tablet",
  );
  expect(text("undone", null, { ...ticked, status: "done" })).toBe(
    "Somebody took back that Bob did it, on the kitchen tablet",
  );
  expect(text("undone", "alice", { by: null, people: ["bob"], status: "done" })).toBe(
    "Alice took back that Bob did it",
  );
});

test("languages conjugate for several, and say the reader otherwise after 'by' and 'for'", async () => {
  const german = localeOf("de", await loadCatalogue("de"), US_STYLE);
  const task = {
    people: PEOPLE,
    household: { id: "1", name: "Flat", role: "member", me: "carol", people: [] },
  } as const;
  const say = (userId: string | null, details: RecordedEvent["details"]) => {
    const at = { happenedAt: "2026-11-21T08:00:00Z", timeZone: "UTC", days: null };
    return eventText({ id: 1, kind: "done", userId, details, ...at }, task, "carol", german);
  };
  const ticked = { by: null, via: "label" } as const;
  expect(say(null, { ...ticked, people: ["bob"] })).toMatch(/^Bob hat es erledigt/);
  expect(say(null, { ...ticked, people: ["bob", "alice"] })).toMatch(/^Bob und Alice haben es/);
  expect(say("alice", { by: null, people: ["bob", "carol"] })).toBe(
    "Alice hat eingetragen: erledigt von Bob und dir",
  );
});

test("the reader among several is you within a sentence", () => {
  const task = {
    people: PEOPLE,
    household: { id: "1", name: "Flat", role: "member", me: "carol", people: [] },
  } as const;
  const say = (kind: string, userId: string | null, details: RecordedEvent["details"]) => {
    const at = { happenedAt: "2026-11-21T08:00:00Z", timeZone: "UTC", days: null };
    return eventText({ id: 1, kind, userId, details, ...at }, task, "carol", US_ENGLISH);
  };
  const both = { by: null, people: ["carol", "bob"] };
  expect(say("done", "alice", both)).toBe("Alice marked it done for you and Bob");
  expect(say("undone", "alice", both)).toBe("Alice took back that you and Bob did it");
  const ticked = { ...both, via: "label" } as const;
  expect(say("done", null, ticked)).toBe("You and Bob did it, by its label");
  expect(say("done", null, { ...ticked, people: ["bob", "carol"] })).toBe(
    "Bob and you did it, by its label",
  );
});

test("what happened is told, with its reading if it has one", () => {
  const at = { happenedAt: "2026-11-21T08:00:00Z", timeZone: "UTC", days: null };
  const say = (details: RecordedEvent["details"]) => {
    const event = { id: 1, kind: "happened", userId: "alice", details, ...at };
    return eventText(event, { people: PEOPLE }, "carol", US_ENGLISH);
  };
  expect(say({ what: "Washed" })).toContain("“Washed” happened");
  expect(say({ what: "Drier hours", number: 1312.5 })).toContain("Drier hours: 1,312.5");
});

test("a correction says who instead of whom, and when", () => {
  const [before, after] = [{}, { doneOn: "2026-11-23", doneAt: "22:00" }];
  const alices = { by: "alice", people: ["alice"], before, after: { people: ["bob"] } };
  expect(text("corrected", "alice", alices)).toBe(
    "Alice corrected who did it: Bob instead of Alice",
  );
  expect(text("corrected", "carol", { ...alices, people: [] })).toBe(
    "You corrected who did it: Bob instead of somebody",
  );
  expect(text("corrected", "alice", { by: "bob", before, after })).toBe(
    "Alice corrected when it was done: Nov 23, 2026 at 10:00 PM",
  );
  expect(text("corrected", "alice", { by: "bob", before: after, after: before })).toBe(
    "Alice corrected when it was done: when it was ticked",
  );
  const both = { by: null, name: "Robin", before, after: { doneOn: "2026-11-23", people: [] } };
  expect(text("corrected", "alice", both)).toBe(
    "Alice corrected who did it: somebody instead of Robin, and when: Nov 23, 2026",
  );
});

test("a person who has closed their account is someone who left", () => {
  expect(text("done", null, { by: null })).toBe("Someone who left did it");
  expect(text("done", "alice", { by: "gone" })).toBe("Alice marked it done for someone who left");
  expect(text("left", null, { by: null })).toBe("Someone left");
  expect(text("left", "bob", { by: "bob" })).toBe("Bob left");
});

test("a changed schedule says from what to what, and from which day on", () => {
  const change = (after: Partial<typeof WEEKLY>, from: string | null) =>
    text("schedule_changed", "alice", { before: WEEKLY, after: { ...WEEKLY, ...after }, from });
  expect(change({ repeatValue: "daily" }, "2026-11-22")).toBe(
    "Alice changed the schedule from weekly to daily, from Nov 22, 2026 on",
  );
  expect(change({ startDate: "2026-11-03", endDate: "2026-12-01" }, null)).toBe(
    "Alice changed its start from Nov 1, 2026 to Nov 3, 2026 and its end from never to Dec 1, 2026, for the past too",
  );
  expect(change({ afterDone: "P3D" }, "2026-11-22")).toBe(
    "Alice changed the schedule from weekly to 3 days after it was done, from Nov 22, 2026 on",
  );
  expect(change({ waitsFor: "dishwasher done" }, "2026-11-22")).toBe(
    "Alice changed the schedule from weekly to when “dishwasher done” happens, from Nov 22, 2026 on",
  );
  expect(change({ waitsFor: "Drier hours", waitsAmount: 300, afterDone: "P6M" }, null)).toBe(
    "Alice changed the schedule from weekly to when “Drier hours” has grown by 300, or 6 months after it was done, for the past too",
  );
});

test("of a changed schedule, every field that decides days is told beside another", () => {
  const before = scheduleSample({ startDate: "2026-11-01" });
  const repeat = ["repeatValue", "customRrule", "customRruleText"];
  repeat.push("afterDone", "waitsFor", "waitsAmount");
  const names = Object.keys(before).filter((name) => ![...repeat, "startDate"].includes(name));
  expect(names).toContain("season");
  for (const name of names) {
    const after = { ...before, startDate: "2026-11-03", [name]: "2026-12-01" };
    expect(text("schedule_changed", "alice", { before, after, from: null }), name).toMatch(
      /^Alice changed its start from .* and its \w+.*, for the past too$/,
    );
  }
});

test("notes, titles, put-offs and pauses", () => {
  expect(text("noted", "bob", { note: "No soap left" })).toBe("Bob wrote a note: “No soap left”");
  expect(text("noted", "bob", { note: null })).toBe("Bob took the note away");
  expect(text("renamed", "alice", { before: "Mop", after: "Sweep" })).toBe(
    "Alice renamed it from “Mop” to “Sweep”",
  );
  expect(text("put_off", "bob", { to: "2026-11-25" })).toBe("Bob put it off to Nov 25, 2026");
  expect(text("checklist_changed", "bob", { before: [], after: ["Sink"] })).toBe(
    "Bob changed the checklist: “Sink” added",
  );
  expect(text("paused", "alice")).toBe("Alice paused it");
  expect(text("resumed", "alice")).toBe("Alice ended the pause");
});

test("a turn that changed hands says from whom to whom, and the reader is you", () => {
  const to = (by: string) => ({ by });
  expect(text("turn_taken", "carol")).toBe("You took the turn");
  expect(text("turn_given", "carol", to("bob"))).toBe("You gave the turn to Bob");
  expect(text("turn_given", "alice", to("carol"))).toBe("Alice gave the turn to you");
  expect(text("turn_returned", "bob", to("bob"))).toBe("Bob returned the turn");
  expect(text("turn_returned", "alice", to("bob"))).toBe("Alice returned the turn that Bob had");
  expect(text("turn_offered", "bob")).toBe("Bob offered the turn");
  expect(text("turn_offer_withdrawn", "carol")).toBe("You no longer offer the turn");
});

test("an imported task says so", () => {
  expect(text("imported", "carol")).toBe("You imported it, with its history");
});

test("an event of a kind that this version does not know", () => {
  expect(text("something_new", "bob")).toBe("Bob changed it");
});

test("days in words", () => {
  const day = "{[2026-11-03,2026-11-04)}";
  const range = "{[2026-10-30,2026-11-02)}";
  const several = "{[2026-10-30,2026-11-02),[2026-11-03,2026-11-04)}";
  expect([day, range, several, "{}"].map((days) => forDaysText(days, US_ENGLISH))).toEqual([
    "for Nov 3, 2026",
    "for Oct 30, 2026 to Nov 1, 2026",
    "for 4 days from Oct 30, 2026 to Nov 3, 2026",
    "",
  ]);
});

test("what has waited for a network says when it came, with the day where that is another one", () => {
  const event = { id: 1, kind: "done", timeZone: "UTC", userId: null, days: null, details: {} };
  const arrived = (arrivedAt: string | null) =>
    arrivedText({ ...event, happenedAt: "2026-11-21T08:00:00Z", arrivedAt }, "UTC", US_ENGLISH);
  expect(arrived("2026-11-21T20:00:00Z")).toBe(" · arrived at 8:00 PM");
  expect(arrived("2026-11-22T20:00:00Z")).toBe(" · arrived on Nov 22, 2026 at 8:00 PM");
  expect(arrived("2026-11-21T08:00:30Z")).toBe("");
  expect(arrived(null)).toBe("");
});

test("an earlier start names the schedule of the days before, and what was undone the one that is back", () => {
  const after = { ...WEEKLY, startDate: "2026-10-01" };
  expect(text("started_earlier", "bob", { after, from: "2026-11-01" })).toBe(
    "Bob added the days before Nov 1, 2026: weekly from Oct 1, 2026 on",
  );
  expect(text("schedule_undone", "carol", { before: null, after: WEEKLY, from: null })).toBe(
    "You undid the change for the past: weekly again",
  );
});

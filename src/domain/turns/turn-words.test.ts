import { describe, expect, test } from "vitest";
import { flatOf, turnTask } from "../../../tests/support/sample-household.ts";
import { daySet } from "../../../tests/support/sample-task.ts";
import type { Role } from "../households/household.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { awayText, awayToday } from "./away-words.ts";
import { isMine } from "./mine.ts";
import { offeredDaysText, offersToMe } from "./open-offers.ts";
import { proposedRoster } from "./proposed-roster.ts";
import { turnActions } from "./turn-actions.ts";
import { insteadOf, nextTurns, turnInSentence, turnName } from "./turn-words.ts";

/** From Sunday, Nov 1 on: Alice on the 1st, Bob on the 2nd, Carol on the 3rd, Alice on the 4th. */
const TODAY = "2026-11-04";
const absence = { id: "1", person: "bob", from: "2026-11-05", to: "2026-11-09", enteredOn: TODAY };

/** Without the marks that keep names from turning the words around them. */
const plain = (text: string | null | undefined) => text?.replaceAll(/[\u2068\u2069]/g, "");

const next = (task: ReturnType<typeof turnTask>, count: number) =>
  nextTurns(task, TODAY, TODAY, count, US_ENGLISH).map(
    ({ when, turn }) => `${when} ${turn ? turnName(turn, US_ENGLISH) : "anybody"}`,
  );

describe("the next turns", () => {
  test("by weekday, and by date from the next week on", () => {
    expect(next(turnTask(), 4)).toEqual(["Today You", "Thu Bob", "Fri Carol", "Sat You"]);
    expect(next(turnTask({ repeatValue: "weekly" }), 2)).toEqual(["Sun Bob", "Sun, Nov 15 Carol"]);
  });

  test("of a week and of a month, one for each", () => {
    expect(next(turnTask({ turnLength: "week", startDate: "2026-11-02" }), 3)).toEqual([
      ...["This week You", "Next week Bob", "From Mon, Nov 16 Carol"],
    ]);
    expect(next(turnTask({ turnLength: "month" }), 3)).toEqual([
      ...["November 2026 You", "December 2026 Bob", "January 2027 Carol"],
    ]);
  });

  test("pass over who is away, and end with the task", () => {
    const absences = [{ ...absence, endedOn: null }];
    expect(next(turnTask({ endDate: "2026-11-06" }, { absences }), 9)).toEqual([
      ...["Today You", "Thu Carol", "Fri You"],
    ]);
  });
});

test("the next turns of an interval task: one with a day, then an order", () => {
  const after = (done: string, changes = {}) =>
    next(
      turnTask({
        afterDone: "P3D",
        completedDays: daySet(done),
        ...changes,
      }),
      4,
    );
  expect(after("2026-11-02")).toEqual(["Thu Bob", "then Carol", "then You", "then Bob"]);
  expect(after("2026-11-01")).toEqual(["Today Bob", "then Carol", "then You", "then Bob"]);
  expect(after("2026-10-01")[0]).toBe("Today Bob");
  expect(after("2026-11-02", { swaps: [{ day: TODAY, person: "carol" }] })).toEqual([
    ...["Thu Carol", "then Carol", "then You", "then Bob"],
  ]);
  expect(after("2026-11-02", { endDate: "2026-11-08" })).toEqual(["Thu Bob", "then Carol"]);
});

test("whose turn it was that others did: not where it was one of theirs, or nobody is named", () => {
  const by = (...people: string[]) =>
    insteadOf(
      turnTask(),
      "2026-11-02",
      { completedBy: "x", people, completedAt: null, timeZone: null },
      TODAY,
    )?.name;
  expect([by("alice"), by("alice", "bob"), by("bob"), by()]).toEqual([
    ...["Bob", undefined, undefined, undefined],
  ]);
});

describe("turns that are entered later", () => {
  const [day, noon] = ["2026-11-02", "2026-11-02T12:00:00.5+00:00"];
  const said = (completedAt: string | null, changes = {}, timeZone = "UTC", on = day) => {
    const task = turnTask({ scheduleFrom: day, rosterSince: noon, ...changes });
    const doers = { completedBy: "x", people: ["alice"], completedAt, timeZone };
    return insteadOf(task, on, doers, TODAY)?.name;
  };

  test("say nothing of what was done before, with or without a first day of the schedule", () => {
    for (const scheduleFrom of [day, null]) {
      expect(said(`${day}T08:00:00Z`, { scheduleFrom })).toBe(undefined);
      expect(said(`${day}T13:00:00Z`, { scheduleFrom })).toBe("Bob");
      expect(said(null, { scheduleFrom })).toBe("Bob");
    }
  });

  test("nor does any later edit, or a later schedule", () => {
    const updatedAt = "2026-11-04T20:00:00Z";
    expect(said(`${day}T13:00:00Z`, { updatedAt })).toBe("Bob");
    const { roster, turnLength } = turnTask();
    const former = { ...turnTask(), roster, turnLength, validUntil: day, rosterSince: noon };
    const later = { formerSchedules: [former], roster: [], rosterSince: updatedAt };
    expect(said(`${day}T08:00:00Z`, later)).toBe(undefined);
    expect(said(`${day}T13:00:00Z`, later)).toBe("Bob");
  });

  test('count for days before theirs: they were entered "for the past too"', () => {
    expect(said("2026-11-02T08:00:00Z", { rosterSince: "2026-11-03T09:00:00Z" })).toBe("Bob");
    // It was still Monday there.
    const since = { rosterSince: "2026-11-03T02:00:00Z" };
    expect(said("2026-11-02T23:00:00Z", since, "America/Los_Angeles")).toBe(undefined);
  });
});

test("in a sentence", () => {
  const task = turnTask();
  expect(plain(turnInSentence(task, "2026-11-02", TODAY, US_ENGLISH))).toBe("Bob’s turn");
  expect(turnInSentence(task, TODAY, TODAY, US_ENGLISH)).toBe("your turn");
  expect(turnInSentence(turnTask({ roster: [] }), TODAY, TODAY, US_ENGLISH)).toBeNull();
});

describe("what others ask the viewer", () => {
  const offer = (day: string, from = "bob", to: string | null = null) => ({ day, from, to });
  const asked = (...offers: ReturnType<typeof offer>[]) =>
    offersToMe([turnTask({ offers, completedDays: daySet("2026-11-06") })], TODAY).map(
      (one) => `${one.from}: ${offeredDaysText(one, TODAY, US_ENGLISH)}`,
    );

  test("is one line for each person, in the order of the days", () => {
    expect(asked(offer("2026-11-08"), offer(TODAY), offer("2026-11-05", "carol"))).toEqual([
      ...["bob: today and on Sunday", "carol: tomorrow"],
    ]);
    expect(asked(offer(TODAY), offer("2026-11-05"), offer("2026-11-20"))).toEqual([
      "bob: today and 2 other days",
    ]);
  });

  test("is nothing of their own, for others, of the past, and of what is done", () => {
    expect(asked(offer(TODAY, "alice"), offer(TODAY, "bob", "carol"))).toEqual([]);
    expect(asked(offer("2026-11-03"), offer("2026-11-06"))).toEqual([]);
    expect(asked(offer("2026-11-20", "bob", "alice"))).toEqual(["bob: on Nov 20, 2026"]);
  });
});

describe("what can be done about a turn", () => {
  const names = (people: readonly { name: string }[] = []) => people.map(({ name }) => name);
  const at = (day: string, changes = {}, household = {}) =>
    turnActions(turnTask(changes, household), day, TODAY, US_ENGLISH);

  test("one's own is offered to those with an account, and given by a keeper to anybody", () => {
    const mine = at(TODAY);
    expect(mine).toMatchObject({
      text: "Your turn",
      take: false,
      withdraw: false,
      giveBack: false,
    });
    expect(names(mine?.offerTo)).toEqual(["Bob"]);
    expect(names(mine?.giveTo)).toEqual(["Bob", "Carol"]);
    expect(names(at(TODAY, {}, { role: "member" })?.giveTo)).toEqual([]);
  });

  test("somebody else's is taken, and taken it can be given back", () => {
    expect(at("2026-11-05")).toMatchObject({ take: true, offerTo: [], giveBack: false });
    const taken = { swaps: [{ day: "2026-11-05", person: "alice" }] };
    expect(at("2026-11-05", taken)).toMatchObject({ take: false, giveBack: true });
  });

  test("what another has taken stays theirs, unless they ask", () => {
    const swaps = [{ day: "2026-11-05", person: "carol" }];
    expect(at("2026-11-05", { swaps })?.take).toBe(false);
    const offer = { day: "2026-11-05", from: "carol", to: null };
    expect(at("2026-11-05", { swaps, offers: [offer] })?.take).toBe(true);
    expect(at("2026-11-05", { swaps, offers: [{ ...offer, to: "bob" }] })?.take).toBe(false);
  });

  test("what is asked is said, and can be asked no more", () => {
    const offers = [{ day: TODAY, from: "alice", to: "bob" }];
    const asked = at(TODAY, { offers });
    expect(plain(asked?.text)).toBe("Your turn. You ask Bob");
    expect(asked).toMatchObject({ withdraw: true, offerTo: [] });
  });

  test("nothing of a day before today, or done, or where it is anybody's", () => {
    expect(at("2026-11-03")).toBeNull();
    expect(at(TODAY, { completedDays: daySet(TODAY) })).toBeNull();
    expect(at(TODAY, { roster: [] })).toBeNull();
  });

  test("of a week also its later days that are open", () => {
    const week = { turnLength: "week", completedDays: daySet("2026-11-06") };
    expect(at(TODAY, week)?.restDays).toEqual([
      ...[TODAY, "2026-11-05", "2026-11-07", "2026-11-08"],
    ]);
    expect(at(TODAY)?.restDays).toEqual([TODAY]);
  });
});

test("a new roster begins with who begins the fewest others", () => {
  const flat = flatOf();
  const of = (...rosters: string[][]) =>
    proposedRoster(
      flat,
      [
        ...rosters.map((roster, index) => ({ id: `${index}`, householdId: flat.id, roster })),
        { id: "itself", householdId: flat.id, roster: ["alice"] },
        { id: "elsewhere", householdId: "another", roster: ["alice"] },
      ],
      "itself",
    );
  expect(of()).toEqual(["alice", "bob", "carol"]);
  expect(of(["alice", "bob"], [])).toEqual(["bob", "carol", "alice"]);
  expect(of(["alice"], ["bob"], ["alice"])).toEqual(["carol", "alice", "bob"]);
  expect(of(["alice"], ["bob"], ["carol"])).toEqual(["alice", "bob", "carol"]);
});

test("a new roster leaves helpers out where there are others to take turns", () => {
  const as = (...roles: Role[]) => {
    const flat = flatOf();
    const people = flat.people.map((person, index) => ({
      ...person,
      role: roles[index] ?? person.role,
    }));
    return proposedRoster({ ...flat, people }, []);
  };
  expect(as("keeper", "helper", "member")).toEqual(["alice", "carol"]);
  expect(as("keeper", "helper", "helper")).toEqual(["alice", "bob", "carol"]);
});

test("mine is what is my turn, or nobody's in particular", () => {
  expect(isMine(turnTask({}), TODAY)).toBe(true);
  expect(isMine(turnTask({ missedPolicy: "pass" }), "2026-11-05")).toBe(false);
  expect(isMine(turnTask({ roster: [] }), TODAY)).toBe(true);
});

test("who is away today, until when", () => {
  const said = (today: string, endedOn: string | null, to: string | null = absence.to) => {
    const flat = flatOf({ absences: [{ ...absence, to, endedOn }] });
    return awayToday(flat, today).map((person) => awayText(person, today, US_ENGLISH));
  };
  expect(said("2026-11-04", null)).toEqual([]);
  expect(said("2026-11-05", null)).toEqual(["Bob is away until Mon, Nov 9"]);
  expect(said("2026-11-07", null, null)).toEqual(["Bob is away"]);
  expect(said("2026-11-07", "2026-11-07")).toEqual([]);
  expect(said("2026-11-10", null)).toEqual([]);
});

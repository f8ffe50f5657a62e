import { describe, expect, test } from "vitest";
import { US_ENGLISH } from "../language/locale.ts";
import { joinMessages } from "./input-issues.ts";
import { checkInput, createTaskSchema, deleteTaskSchema, updateTaskSchema } from "./task-input.ts";

const ID = "5f0c4b8e-2d7a-4c1e-9b3f-0a1b2c3d4e5f";
const VALID = { id: ID, title: "Plants", category: "Home", startDate: "2026-11-21" };

/** The issues of a create input, as 'path: message'. */
function created(changes: object): string[] {
  const result = checkInput(createTaskSchema, { ...VALID, ...changes });
  return result.ok ? [] : result.issues.map(({ path, message }) => `${path}: ${message}`);
}

function updated(changes: object): string[] {
  const result = checkInput(updateTaskSchema, { id: ID, ...changes });
  return result.ok ? [] : result.issues.map(({ path, message }) => `${path}: ${message}`);
}

describe("title", () => {
  test.each([undefined, null, 7, "", "   "])("required: %j", (title) => {
    expect(created({ title })).toEqual(["title: Title is required"]);
  });

  test("at least 2 characters after trimming", () => {
    expect(created({ title: " a " })).toEqual(["title: Title must be at least 2 characters"]);
    expect(created({ title: "🧹" })).toEqual(["title: Title must be at least 2 characters"]);
    expect(created({ title: " ab " })).toEqual([]);
  });

  test("at most 100 characters, counted as the database counts them", () => {
    expect(created({ title: "a".repeat(100) })).toEqual([]);
    expect(created({ title: "🧹".repeat(100) })).toEqual([]);
    expect(created({ title: ` ${"a".repeat(100)} ` })).toEqual([]);
    expect(created({ title: "a".repeat(101) })).toEqual([
      "title: Title must be less than 100 characters",
    ]);
  });

  test("what no database can store is invalid", () => {
    expect(created({ title: "a\0b" })).toEqual(["title: Invalid input"]);
    expect(created({ title: "ab\ud800" })).toEqual(["title: Invalid input"]);
  });
});

describe("category", () => {
  test.each([undefined, "", " "])("required: %j", (category) => {
    expect(created({ category })).toEqual(["category: Category is required"]);
  });

  test("at most 50 characters", () => {
    expect(created({ category: "c".repeat(50) })).toEqual([]);
    expect(created({ category: "c".repeat(51) })).toEqual([
      "category: Category must be less than 50 characters",
    ]);
  });
});

describe("dates", () => {
  test.each([undefined, null, ""])("start date is required: %j", (startDate) => {
    expect(created({ startDate })).toEqual(["startDate: Start date is required"]);
  });

  test("a text that is no calendar date is invalid", () => {
    expect(created({ startDate: "2026-02-30" })).toEqual(["startDate: Invalid input"]);
    expect(created({ endDate: "21.11.2026" })).toEqual(["endDate: Invalid input"]);
  });

  test("the end date must not be before the start date", () => {
    const message = "endDate: End date must be after start date";
    expect(created({ endDate: "2026-11-20" })).toEqual([message]);
    expect(created({ endDate: "2026-11-21" })).toEqual([]);
    expect(created({ endDate: "2027-01-01" })).toEqual([]);
  });

  test("the end date is optional, and empty means none", () => {
    for (const endDate of [undefined, null, ""]) {
      const result = checkInput(createTaskSchema, { ...VALID, endDate });
      expect(result).toMatchObject({ ok: true, input: { endDate: null } });
    }
  });

  test("dates are compared even when other fields are wrong", () => {
    expect(created({ title: "", endDate: "2026-11-20" })).toEqual([
      "title: Title is required",
      "endDate: End date must be after start date",
    ]);
  });
});

describe("the other fields", () => {
  test("have their defaults", () => {
    expect(checkInput(createTaskSchema, VALID)).toEqual({
      ok: true,
      input: {
        ...VALID,
        subtitle: null,
        endDate: null,
        repeatValue: "daily",
        customRrule: null,
        customRruleText: null,
        afterDone: null,
        waitsFor: null,
        waitsAmount: null,
        season: null,
        roster: [],
        turnLength: "each",
        scheduleFrom: null,
        missedPolicy: "keep",
        checklist: [],
        isShared: false,
        householdId: null,
        effort: null,
        shareWith: [],
      },
    });
  });

  test("a season has its months once and in order; all twelve are none", () => {
    expect(checkInput(createTaskSchema, { ...VALID, season: [9, 5, 5] })).toMatchObject({
      input: { season: [5, 9] },
    });
    const all = Array.from({ length: 12 }, (_, index) => index + 1);
    expect(checkInput(createTaskSchema, { ...VALID, season: all })).toMatchObject({
      input: { season: null },
    });
    expect(created({ season: [13] })).not.toEqual([]);
  });

  test("people take turns in their order, each once", () => {
    const other = ID.replace("5", "6");
    expect(checkInput(createTaskSchema, { ...VALID, roster: [other, ID, other] })).toMatchObject({
      input: { roster: [other, ID] },
    });
    const many = Array.from({ length: 51 }, (_, n) => ID.slice(0, -2) + String(n + 10));
    expect(created({ roster: many })).toEqual(["roster: At most 50 people can take turns"]);
    expect(created({ roster: ["bob"], turnLength: "year" })).not.toEqual([]);
  });

  test("due after it was done is a number of days, weeks or months", () => {
    for (const afterDone of ["P1D", "P2W", "P999M"]) expect(created({ afterDone })).toEqual([]);
    for (const afterDone of ["P0D", "P1000D", "P1Y", "3 days", ""]) {
      expect(created({ afterDone })).toEqual(["afterDone: Invalid input"]);
    }
    for (const waitsAmount of [null, 1, 1_000_000]) expect(created({ waitsAmount })).toEqual([]);
    for (const waitsAmount of [0, -1, 1.5, 1_000_001, "300"]) {
      expect(created({ waitsAmount })).toEqual(["waitsAmount: Invalid input"]);
    }
  });

  test("a checklist has up to 20 different lines of up to 100 characters", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index}`);
    expect(
      checkInput(createTaskSchema, { ...VALID, checklist: [" Sink ", "", "Hob"] }),
    ).toMatchObject({ input: { checklist: ["Sink", "Hob"] } });
    expect(created({ checklist: lines(20) })).toEqual([]);
    expect(created({ checklist: lines(21) })).toEqual([
      "checklist: A checklist has at most 20 lines",
    ]);
    expect(created({ checklist: ["Sink", "Sink "] })).toEqual([
      "checklist: A checklist has each line once",
    ]);
    expect(created({ checklist: ["x".repeat(101)] })).toEqual([
      "checklist.0: A line of a checklist has at most 100 characters",
    ]);
  });

  test("title, category and notes are trimmed, empty notes are none", () => {
    const texts = { title: " Plants ", category: " Home ", subtitle: "  " };
    expect(checkInput(createTaskSchema, { ...VALID, ...texts })).toMatchObject({
      input: { title: "Plants", category: "Home", subtitle: null },
    });
  });

  test("title, category and notes are brought to one Unicode form, and counted in it", () => {
    const composed = "\u00e9".repeat(50);
    const decomposed = composed.normalize("NFD");
    const texts = { title: decomposed, category: decomposed, subtitle: decomposed };
    expect(checkInput(createTaskSchema, { ...VALID, ...texts })).toMatchObject({
      input: { title: composed, category: composed, subtitle: composed },
    });
  });

  test("repeat is one of the five", () => {
    for (const repeatValue of ["daily", "weekly", "monthly", "yearly", "custom"]) {
      expect(created({ repeatValue })).toEqual([]);
    }
    expect(created({ repeatValue: "hourly" })).toEqual(["repeatValue: Invalid input"]);
  });

  test("a rule is kept only when the repeat is custom, normalised when it parses", () => {
    const rule = { customRrule: "freq=weekly;byday=mo", customRruleText: "Weekly on Monday" };
    const input = (repeatValue: string, customRrule = rule.customRrule) => {
      const result = checkInput(createTaskSchema, { ...VALID, ...rule, repeatValue, customRrule });
      return result.ok ? [result.input.customRrule, result.input.customRruleText] : null;
    };
    expect(input("custom")).toEqual(["RRULE:FREQ=WEEKLY;BYDAY=MO", "Weekly on Monday"]);
    expect(input("custom", "no rule")).toEqual(["no rule", "Weekly on Monday"]);
    expect(input("weekly")).toEqual([null, null]);
  });

  test("notes and rules have the database's limits", () => {
    expect(created({ subtitle: "n".repeat(5001) })).toEqual(["subtitle: Invalid input"]);
    expect(created({ subtitle: "n".repeat(5000) })).toEqual([]);
    const customRrule = `FREQ=DAILY;BYMONTH=1${",1".repeat(500)}`;
    expect(created({ repeatValue: "custom", customRrule })).toEqual(["customRrule: Invalid input"]);
  });

  test("the id is a UUID", () => {
    expect(created({ id: "1" })).toEqual(["id: Invalid input"]);
    expect(created({ id: ID.toUpperCase() })).toEqual([]);
    expect(checkInput(deleteTaskSchema, { id: ID }).ok).toBe(true);
    expect(checkInput(deleteTaskSchema, {}).ok).toBe(false);
  });

  test("addresses: empty and repeated ones are ignored, others must be e-mail", () => {
    const shareWith = ["", " bob@example.org", "bob@example.org", "cy@example.org "];
    expect(checkInput(createTaskSchema, { ...VALID, shareWith })).toMatchObject({
      input: { shareWith: ["bob@example.org", "cy@example.org"] },
    });
    expect(created({ shareWith: ["bob@example.org", "bob"] })).toEqual([
      "shareWith.1: Invalid email",
    ]);
    expect(created({ shareWith: "bob@example.org" })).toEqual(["shareWith: Invalid input"]);
  });

  test("fields that nobody asked for are dropped", () => {
    const result = checkInput(createTaskSchema, { ...VALID, ownerId: "bob", isActive: false });
    expect(result.ok && Object.keys(result.input)).not.toContain("ownerId");
    expect(result.ok && Object.keys(result.input)).not.toContain("isActive");
  });
});

describe("create runs all checks and joins the messages", () => {
  test("with ', '", () => {
    const result = checkInput(createTaskSchema, { id: ID });
    expect(result.ok ? "" : joinMessages(result.issues, US_ENGLISH)).toBe(
      "Title is required, Category is required, Start date is required",
    );
  });

  test.each([null, undefined, "task", 7, []])("%j is no task", (raw) => {
    expect(checkInput(createTaskSchema, raw).ok).toBe(false);
  });
});

describe("update checks title and category only if provided", () => {
  test("nothing but the id is needed", () => {
    expect(checkInput(updateTaskSchema, { id: ID })).toEqual({ ok: true, input: { id: ID } });
    expect(updated({ title: undefined, category: undefined })).toEqual([]);
    expect(checkInput(updateTaskSchema, {}).ok).toBe(false);
  });

  test("what is provided is checked as on create", () => {
    expect(updated({ title: " ", category: "c".repeat(51) })).toEqual([
      "title: Title is required",
      "category: Category must be less than 50 characters",
    ]);
    expect(updated({ title: null })).toEqual(["title: Title is required"]);
    expect(updated({ startDate: "" })).toEqual(["startDate: Start date is required"]);
  });

  test("the dates are compared when both are given", () => {
    expect(updated({ startDate: "2026-11-21", endDate: "2026-11-20" })).toEqual([
      "endDate: End date must be after start date",
    ]);
    expect(updated({ endDate: "2026-11-20" })).toEqual([]);
    expect(updated({ startDate: "2026-11-21", endDate: null })).toEqual([]);
  });

  test("a repeat that is no longer custom takes the rule away, no repeat leaves it", () => {
    expect(checkInput(updateTaskSchema, { id: ID, repeatValue: "weekly" })).toEqual({
      ok: true,
      input: { id: ID, repeatValue: "weekly", customRrule: null, customRruleText: null },
    });
    const change = { id: ID, repeatValue: "custom", customRrule: "RRULE:FREQ=DAILY" };
    expect(checkInput(updateTaskSchema, change)).toEqual({ ok: true, input: change });
  });
});

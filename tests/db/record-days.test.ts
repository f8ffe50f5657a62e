import { describe, expect, test } from "vitest";
import { type Person, refusalCode, rest } from "../support/actors.ts";
import { findTask, updateTask } from "../support/actors-tasks.ts";
import { completionOn, json, kinds, newShared, readEvents, runs } from "./record-steps.ts";

/** Put-offs, notes and pauses. */

describe("putting off", () => {
  test("moves an occurrence, moves it again, and puts it back", async () => {
    const { alice, bob, id, call } = await newShared("2020-01-01", "yearly");
    const putOff = (new_date: string) => call(bob, "put_off", { due_date: "2020-03-01", new_date });
    const moved = json(await putOff("2020-03-03"));
    expect(moved.putOffs).toMatchObject([{ dueDate: "2020-03-01", newDate: "2020-03-03" }]);
    expect(json(await putOff("2020-03-03"))).toEqual(moved);
    expect(json(await putOff("2020-03-05")).putOffs).toMatchObject([
      { dueDate: "2020-03-01", newDate: "2020-03-05" },
    ]);
    const taken = await call(alice, "put_off", { due_date: "2020-03-02", new_date: "2020-03-05" });
    expect(refusalCode(taken)).toBe("VALIDATION_FAILED");
    expect(json(await putOff("2020-03-01")).putOffs).toEqual([]);
    const to = (await readEvents(alice, id)).slice(2).map(({ details }) => details.to);
    expect(to).toEqual(["2020-03-03", "2020-03-05", null]);
  });

  test("beyond the end of the schedule lets it be done there", async () => {
    const { alice, bob, id, call } = await newShared();
    await updateTask(alice, id, { end_date: "2020-03-01" });
    expect(refusalCode(await call(bob, "complete_task", completionOn("2020-03-04")))).toBe(
      "VALIDATION_FAILED",
    );
    await call(bob, "put_off", { due_date: "2020-03-01", new_date: "2020-03-04" });
    expect((await call(bob, "complete_task", completionOn("2020-03-04"))).status).toBe(200);
  });
});

describe("notes and pauses", () => {
  test("a note is written, changed and taken away", async () => {
    const { alice, bob, id, call } = await newShared();
    const note = (person: Person, text: string, based_on?: string) =>
      call(person, "note_day", { day: "2020-03-01", note: text, based_on });
    const read = async () =>
      (await rest(alice, "GET", `task_day_notes?task_id=eq.${id}`)).body as object[];
    await note(bob, "  In the rain ");
    expect(await read()).toMatchObject([{ note: "In the rain", user_id: bob.id }]);
    await note(alice, "x".repeat(500), "In the rain");
    expect(await read()).toMatchObject([{ user_id: alice.id }]);
    expect(refusalCode(await note(bob, "x".repeat(501)))).toBe("VALIDATION_FAILED");
    await note(bob, " ", "x".repeat(500));
    expect(await read()).toEqual([]);
    const notes = (await readEvents(alice, id)).filter(({ kind }) => kind === "noted");
    expect(notes.map(({ details }) => details.note)).toEqual([
      "In the rain",
      "x".repeat(500),
      null,
    ]);
  });

  test("a note is replaced by those alone who saw it, and nothing else changes", async () => {
    const { alice, bob, id, call } = await newShared();
    const note = (person: Person, text: string, based_on?: string | null) =>
      call(person, "note_day", { day: "2020-03-01", note: text, based_on });
    const read = async () =>
      (await rest(alice, "GET", `task_day_notes?task_id=eq.${id}&select=note,user_id`)).body;
    const bobs = [{ note: "Bob's", user_id: bob.id }];
    await note(bob, "Bob's");
    const before = await findTask(alice, id);
    for (const seen of [undefined, null, "", "Another", "bob's"]) {
      const refused = await note(alice, "Alice's", seen);
      expect([refused.status, refusalCode(refused)], String(seen)).toEqual([409, "NOTE_CHANGED"]);
      expect(refusalCode(await note(alice, "", seen)), "taken away").toBe("NOTE_CHANGED");
    }
    expect(await read()).toEqual(bobs);
    expect(await findTask(alice, id)).toEqual(before);

    expect((await note(bob, "Bob's")).status, "the same again, after a lost answer").toBe(200);
    expect((await note(alice, "Both", " Bob's ")).status).toBe(200);
    expect(await read()).toEqual([{ note: "Both", user_id: alice.id }]);
    expect(refusalCode(await note(bob, "Bob's again", "Bob's"))).toBe("NOTE_CHANGED");
    await note(alice, "", "Both");
    expect((await note(bob, "", "Both")).status, "it is gone already").toBe(200);
    expect((await note(bob, "Once more", "Both")).status, "NOTE_CHANGED").toBe(409);
  });

  test("of many who write the first note at once, one does", async () => {
    const { alice, bob, id, call } = await newShared();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        call(n % 2 ? alice : bob, "note_day", { day: "2020-03-01", note: `Number ${n}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await kinds(alice, id)).toEqual(["created", "shared", "noted"]);
  });

  test("a pause grows and shrinks, and says by which days", async () => {
    const { alice, bob, id, call } = await newShared();
    const pause = (first_day: string, last_day: string, is_paused = true) =>
      call(alice, "pause_task", { first_day, last_day, is_paused });
    await pause("2020-03-01", "2020-03-10");
    await pause("2020-03-05", "2020-03-12");
    const less = json(await pause("2020-03-04", "2020-03-04", false));
    expect(less.pausedDays).toEqual([
      ...runs("2020-03-01", "2020-03-03"),
      ...runs("2020-03-05", "2020-03-12"),
    ]);
    expect((await readEvents(bob, id)).slice(2)).toMatchObject([
      { kind: "paused", days: "{[2020-03-01,2020-03-11)}" },
      { kind: "paused", days: "{[2020-03-11,2020-03-13)}" },
      { kind: "resumed", days: "{[2020-03-04,2020-03-05)}" },
    ]);
    expect(refusalCode(await pause("2020-03-05", "2020-03-04"))).toBe("VALIDATION_FAILED");
    const boundless = await rest(alice, "PATCH", `tasks?id=eq.${id}`, {
      paused: "{[2020-01-01,)}",
    });
    expect(refusalCode(boundless)).toBe("VALIDATION_FAILED");
  });
});

import { describe, expect, test } from "vitest";
import { type Person, refusalCode, rest } from "../support/actors.ts";
import { updateTask } from "../support/actors-tasks.ts";
import { completionOn, json, newShared, readEvents, runs } from "./record-steps.ts";

/** What is put off, noted and paused. */

describe("putting off", () => {
  test("moves an occurrence, moves it again, and puts it back", async () => {
    const { alice, bob, id, call } = await newShared();
    const putOff = (new_date: string) => call(bob, "put_off", { due_date: "2020-03-01", new_date });
    const moved = json(await putOff("2020-03-03"));
    expect(moved.putOffs).toEqual([{ dueDate: "2020-03-01", newDate: "2020-03-03" }]);
    expect(json(await putOff("2020-03-03"))).toEqual(moved);
    expect(json(await putOff("2020-03-05")).putOffs).toEqual([
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
    const note = (person: Person, text: string) =>
      call(person, "note_day", { day: "2020-03-01", note: text });
    const read = async () =>
      (await rest(alice, "GET", `task_day_notes?task_id=eq.${id}`)).body as object[];
    await note(bob, "  In the rain ");
    expect(await read()).toMatchObject([{ note: "In the rain", user_id: bob.id }]);
    await note(alice, "x".repeat(500));
    expect(await read()).toMatchObject([{ user_id: alice.id }]);
    expect(refusalCode(await note(bob, "x".repeat(501)))).toBe("VALIDATION_FAILED");
    await note(bob, " ");
    expect(await read()).toEqual([]);
    const notes = (await readEvents(alice, id)).filter(({ kind }) => kind === "noted");
    expect(notes.map(({ details }) => details.note)).toEqual([
      "In the rain",
      "x".repeat(500),
      null,
    ]);
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

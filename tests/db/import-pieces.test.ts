import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { ImportEntry } from "../../src/domain/portability/import-input.ts";
import { piecesOf } from "../../src/domain/portability/import-pieces.ts";
import { newPerson, type Person, refusalCode, rest, rpc, succeeded } from "../support/actors.ts";
import { addTask, listTasks } from "../support/actors-tasks.ts";
import { stackUnderTest } from "../support/environment.ts";
import {
  digestOf,
  exportFile,
  finishImport,
  importEntries,
  sendPiece,
} from "../support/portability.ts";
import { sql, sqlValue } from "../support/sql.ts";

/** An import is many requests and one deed: the views before, between and after its pieces. */

let anna: Person;
let id: string;
beforeEach(async () => {
  anna = await newPerson("anna");
  id = randomUUID();
});

const at = "2020-01-02T08:00:00.000Z";
const chore = (title: string, changes: Record<string, unknown> = {}) => ({
  source: `source of ${title}`,
  fields: { category: "Home", title, startDate: "2020-01-01" },
  completions: [{ by: { me: true }, status: "done", days: [["2020-01-02", at]] }],
  notes: [{ day: "2020-01-02", note: `Note on ${title}`, by: { name: "Olga" }, at }],
  putOffs: [{ dueDate: "2020-01-05", newDate: "2020-01-06" }],
  catchUps: [{ id: title, by: null, status: "skipped", days: [["2020-02-01", "2020-02-09"]], at }],
  checks: [{ day: "2020-01-02", lines: ["Sink"] }],
  formerSchedules: [],
  pausedDays: [["2020-05-01", "2020-05-09"]],
  ...changes,
});
const titles = async (person = anna) => (await listTasks(person)).map(({ title }) => title).sort();
const added = [{ outcome: "added", issues: [] }];
const send = async (number: number, ...entries: unknown[]) =>
  succeeded<{ results: { outcome: string }[] }>(await sendPiece(anna, id, number, entries)).results;
const finish = async () => succeeded(await finishImport(anna, id));
const importedBytes = async () =>
  Number(await sqlValue("select bytes from private.imported where person_id = $1", [anna.id]));
const countOf = async (person = anna) =>
  Number(await sqlValue("select count(*) from public.tasks where user_id = $1", [person.id]));

describe("before the last step", () => {
  test("nobody sees anything of it, and its titles are free", async () => {
    const before = await exportFile(anna);
    const tokenHash = succeeded<string>(await rpc(anna, "renew_calendar"));
    await send(0, chore("Bins"), chore("Windows"));
    expect(await countOf()).toBe(2);
    expect(await titles()).toEqual([]);
    expect(await exportFile(anna)).toBe(before);
    for (const table of [
      ...["tasks", "task_completions", "task_day_notes", "task_put_offs", "task_catch_ups"],
      ...["task_checks", "task_schedules", "task_events", "task_shares"],
    ]) {
      const column = table === "tasks" ? "id" : "task_id";
      expect(succeeded(await rest(anna, "GET", `${table}?select=${column}`)), table).toEqual([]);
    }
    const { functionsUrl } = stackUnderTest();
    const feed = await fetch(`${functionsUrl}/calendar?token=${tokenHash}`);
    expect(await feed.text()).not.toContain("Bins");
    const listed = await sqlValue<string>(
      "select count(*) from realtime.messages where topic = 'user:' || $1",
      [anna.id],
    );
    expect(Number(listed)).toBe(0);
    await addTask(anna, { title: "Bins" });
    expect(await titles()).toEqual(["Bins"]);
  });

  test("no call does anything to it", async () => {
    await send(0, chore("Bins"));
    const task_id = await sqlValue("select id from public.tasks where user_id = $1", [anna.id]);
    const calls: Record<string, object> = {
      update_task: { fields: { title: "Mine" } },
      delete_task: {},
      restore_task: {},
      complete_task: { completed_date: "2020-01-04" },
      undo_completion: { completed_date: "2020-01-02" },
      skip_occurrence: { day: "2020-01-04" },
      catch_up: { id: randomUUID(), days: [[18300, 3]], status: "done" },
      undo_catch_up: { catch_up_id: randomUUID() },
      put_off: { due_date: "2020-01-07", new_date: "2020-01-08" },
      note_day: { day: "2020-01-02", note: "Changed" },
      check_line: { day: "2020-01-02", line: "Sink", is_checked: false },
      pause_task: { first_day: "2020-06-01", last_day: "2020-06-02" },
    };
    const rows = () =>
      sql(
        `select to_jsonb(tasks), (select jsonb_agg(to_jsonb(c)) from public.task_completions c where c.task_id = tasks.id)
         from public.tasks where user_id = $1`,
        [anna.id],
      );
    const before = await rows();
    for (const [name, parameters] of Object.entries(calls)) {
      const answer = await rpc(anna, name, { task_id, ...parameters });
      expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeGreaterThanOrEqual(400);
    }
    const patch = { is_active: true };
    await rest(anna, "PATCH", `tasks?id=eq.${task_id}`, patch);
    expect(await rows()).toEqual(before);
    expect(await finish()).toEqual({ added: 1, refused: 0 });
  });
});

describe("the last step", () => {
  test("shows all at once, as one piece would have", async () => {
    await send(0, chore("Bins"));
    await send(1, chore("Windows"));
    expect(await finish()).toEqual({ added: 2, refused: 0 });
    expect(await titles()).toEqual(["Bins", "Windows"]);
    const olga = await newPerson("olga");
    await importEntries(olga, [chore("Bins"), chore("Windows")]);
    expect(await digestOf(anna)).toBe(await digestOf(olga));
    expect(await finish()).toEqual({ added: 2, refused: 0 });
    expect(await countOf()).toBe(2);
  });

  test("leaves out what has no room or no title any more, and takes the rest", async () => {
    await send(0, chore("Bins"), chore("Windows"), chore("Plants"));
    await addTask(anna, { title: "Windows" });
    await sql(
      `insert into public.tasks (user_id, category, title, start_date)
       select $1, 'Home', 'Chore ' || n, '2020-01-01' from generate_series(1, 998) n`,
      [anna.id],
    );
    expect(await finish()).toEqual({ added: 1, refused: 2 });
    const known = await titles();
    expect(known).toHaveLength(1_000);
    expect(known).toContain("Bins");
    expect(known).not.toContain("Plants");
    expect(await countOf()).toBe(1_000);
  });

  test("that is refused adds nothing, and can be taken again", async () => {
    const addresses = Array.from({ length: 25 }, (_, index) => `friend${index}@example.com`);
    await sql(
      `insert into public.shared_contacts (owner_id, contact_email)
       select $1, 'contact' || n || '@example.com' from generate_series(1, 490) n`,
      [anna.id],
    );
    await send(0, chore("Bins", { shareWith: addresses }), chore("Windows"));
    expect(refusalCode(await finishImport(anna, id, true))).toBe("LIMIT_REACHED");
    expect(await titles()).toEqual([]);
    expect(await finish()).toEqual({ added: 2, refused: 0 });
    expect((await listTasks(anna)).map(({ isShared }) => isShared)).toEqual([false, false]);
  });

  test("shares with at most 10,000 addresses", { tags: ["all"] }, async () => {
    const addresses = Array.from({ length: 50 }, (_, index) => `friend${index}@example.com`);
    const shared = Array.from({ length: 201 }, (_, index) =>
      chore(`Chore ${index}`, { shareWith: addresses }),
    );
    await send(0, ...shared.slice(0, 100));
    await send(1, ...shared.slice(100, 200));
    await send(2, ...shared.slice(200));
    expect(refusalCode(await finishImport(anna, id, true))).toBe("LIMIT_REACHED");
    expect(await titles()).toEqual([]);
  });

  test("counts towards what one may store, by what it added", async () => {
    await send(0, chore("Bins"), chore("Windows"));
    await finish();
    const bytes = await importedBytes();
    expect(bytes).toBeGreaterThan(500);
    id = randomUUID();
    await send(0, chore("Bins"), chore("Windows"));
    expect(await finish()).toEqual({ added: 0, refused: 0 });
    expect(await importedBytes()).toBe(bytes);

    await sql("update private.imported set bytes = 99999900 where person_id = $1", [anna.id]);
    id = randomUUID();
    await send(0, chore("Floor"));
    const refused = await finishImport(anna, id);
    expect(refused).toMatchObject({ status: 422 });
    expect(JSON.stringify(refused.body)).toContain("TOO_MUCH_IMPORTED");
    expect(await titles()).toEqual(["Bins", "Windows"]);
  });

  test("shares again with the file's addresses, but with oneself and with what is none", async () => {
    const shareWith = ["Olga@Example.com", "olga@example.com", "nonsense", anna.email];
    await send(0, chore("Bins", { shareWith }));
    succeeded(await finishImport(anna, id, true));
    expect(
      await sql("select contact_email, owner_id from private.task_shares where owner_id = $1", [
        anna.id,
      ]),
    ).toEqual([{ contact_email: "olga@example.com", owner_id: anna.id }]);
  });
});

describe("a piece", () => {
  test("sent twice counts once, and is answered the same", async () => {
    expect(await send(0, chore("Bins"))).toEqual(added);
    expect(await send(0, chore("Bins"))).toEqual(added);
    expect(await send(1, chore("Windows"))).toEqual(added);
    expect(await send(0, chore("Bins"))).toEqual(added);
    expect(await finish()).toEqual({ added: 2, refused: 0 });
  });

  test("out of turn, or another one under a number that came, is refused", async () => {
    expect(refusalCode(await sendPiece(anna, id, 1, [chore("Bins")]))).toBe("IMPORT_NOT_FOUND");
    await send(0, chore("Bins"));
    expect(refusalCode(await sendPiece(anna, id, 2, [chore("Plants")]))).toBe("VALIDATION_FAILED");
    expect(refusalCode(await sendPiece(anna, id, 0, [chore("Plants")]))).toBe("VALIDATION_FAILED");
    expect(await finish()).toEqual({ added: 1, refused: 0 });
    expect(await titles()).toEqual(["Bins"]);
  });

  test("after the last step is refused", async () => {
    await send(0, chore("Bins"));
    await finish();
    expect(refusalCode(await sendPiece(anna, id, 1, [chore("Plants")]))).toBe("IMPORT_NOT_FOUND");
    expect(refusalCode(await sendPiece(anna, id, 0, [chore("Bins")]))).toBe("IMPORT_NOT_FOUND");
    expect(await titles()).toEqual(["Bins"]);
  });

  test("that is wrong leaves nothing to see of those before it", async () => {
    await send(0, chore("Bins"));
    expect((await sendPiece(anna, id, 1, [{ source: 5 }])).status).toBe(422);
    expect(await titles()).toEqual([]);
  });

  test("has nothing to do with another person's import of the same id", async () => {
    const mallory = await newPerson("mallory");
    await send(0, chore("Bins"));
    const foreign = await sendPiece(mallory, id, 1, [chore("Foisted")]);
    expect(refusalCode(foreign)).toBe("IMPORT_NOT_FOUND");
    const finished = await finishImport(mallory, id);
    expect(`${finished.status} ${refusalCode(finished)}`).toBe("404 IMPORT_NOT_FOUND");
    succeeded(await sendPiece(mallory, id, 0, [chore("Mallory's")]));
    expect(succeeded(await finishImport(mallory, id))).toEqual({ added: 1, refused: 0 });
    expect(await titles()).toEqual([]);
    expect(await finish()).toEqual({ added: 1, refused: 0 });
    expect([await titles(), await titles(mallory)]).toEqual([["Bins"], ["Mallory's"]]);
  });
});

describe("a task larger than a piece", () => {
  const dayAt = (index: number) =>
    new Date(Date.UTC(2020, 0, 1) - index * 86_400_000).toISOString().slice(0, 10);
  const days = Array.from({ length: 20_000 }, (_, index) => [dayAt(index), at]);
  const large = (changes = {}) =>
    chore("Dishes", {
      completions: [{ by: { me: true }, status: "done", days }],
      ...{ catchUps: [], ...changes },
    });

  test("comes in parts, and is one task", async () => {
    expect(piecesOf([large() as unknown as ImportEntry]).pieces.length).toBeGreaterThan(2);
    expect(await importEntries(anna, [large(), chore("Bins")])).toEqual([...added, ...added]);
    const [found] = await sql(
      `select count(*)::int as days, min(completed_date) as first
       from public.task_completions join public.tasks on id = task_id
       where tasks.user_id = $1 and title = 'Dishes'`,
      [anna.id],
    );
    expect(found).toEqual({ days: 20_000, first: dayAt(19_999) });
    const events = await sql(
      `select kind, details -> 'completedDays' as days from public.task_events
       join public.tasks on tasks.id = task_id where tasks.user_id = $1 and title = 'Dishes'`,
      [anna.id],
    );
    expect(events).toEqual([{ kind: "imported", days: [[expect.any(Number), 20_000]] }]);
  });

  test("is refused as a whole for what is wrong in one part of it", async () => {
    const twice = large({
      notes: Array.from({ length: 2 }, () => ({ day: dayAt(5), note: "Twice", by: null, at })),
    });
    expect(await importEntries(anna, [twice, chore("Bins")])).toMatchObject([
      { outcome: "refused" },
      { outcome: "added" },
    ]);
    expect(await titles()).toEqual(["Bins"]);
    expect(await countOf()).toBe(1);
  });

  test("a part without its task is refused", async () => {
    const [answer] = await send(0, { source: "of nothing", notes: chore("Bins").notes });
    expect(answer?.outcome).toBe("refused");
  });
});

describe("what nobody finishes", () => {
  test("goes with the next import", async () => {
    await send(0, chore("Bins"), chore("Windows"));
    const next = randomUUID();
    succeeded(await sendPiece(anna, next, 0, [chore("Plants")]));
    expect(await countOf()).toBe(1);
    expect(refusalCode(await finishImport(anna, id))).toBe("IMPORT_NOT_FOUND");
    expect(refusalCode(await sendPiece(anna, id, 1, [chore("More")]))).toBe("IMPORT_NOT_FOUND");
    expect(succeeded(await finishImport(anna, next))).toEqual({ added: 1, refused: 0 });
    expect(await titles()).toEqual(["Plants"]);
  });

  test("goes after a day, with what is left of it; what was finished stays", async () => {
    const olga = await newPerson("olga");
    await importEntries(olga, [chore("Stays")]);
    await send(0, chore("Bins"));
    const forget = () => sql("select private.forget_old_imports()");
    await forget();
    expect(await countOf()).toBe(1);
    await sql(
      "update private.imports set begun_at = begun_at - interval '25 hours' where person_id = any ($1)",
      [[anna.id, olga.id]],
    );
    await forget();
    await forget();
    expect(await countOf()).toBe(0);
    expect(await titles(olga)).toEqual(["Stays"]);
    expect(
      await sql("select id from private.imports where person_id = any ($1)", [[anna.id, olga.id]]),
    ).toEqual([]);
  });

  test("goes with its owner's account", async () => {
    await send(0, chore("Bins"));
    await sql("delete from auth.users where id = $1", [anna.id]);
    expect(await countOf()).toBe(0);
  });
});

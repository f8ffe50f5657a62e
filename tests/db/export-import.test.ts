import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import {
  acceptEachOther,
  newPerson,
  type Person,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { addTask, listTasks, updateTask, utcDay } from "../support/actors-tasks.ts";
import { askApi, newToken } from "../support/api.ts";
import {
  counts,
  digestOf,
  entriesOf,
  exportFile,
  exportPages,
  type FileTask,
  finishImport,
  importEntries,
  sendPiece,
} from "../support/portability.ts";
import { asAdministrator, sql, sqlValue } from "../support/sql.ts";

/** Export and import of a household's tasks with everything that can have happened to them. */

const moveTo = async (person: Person, time_zone: string) =>
  succeeded(await rest(person, "PATCH", `profiles?id=eq.${person.id}`, { time_zone }));
const dayNumber = (date: string) => Date.parse(date) / 86_400_000;

let anna: Person;
let bob: Person;
let file: string;

beforeAll(async () => {
  anna = await newPerson("anna", "Anna Owner");
  bob = await newPerson("bob", "Bob Helper");
  await moveTo(anna, "America/New_York");
  await moveTo(bob, "Asia/Tokyo");
  await acceptEachOther([anna, bob]);
  const shared = await addTask(anna, {
    title: "Bins 🗑️, “both”",
    repeat_value: "yearly",
    checklist: ["Black", "Blue"],
    effort: 3,
    subtitle: "Black on the left\nBlue on the right",
    share_with: [bob.email, "nobody@example.com"],
  });
  const call = async (person: Person, name: string, parameters: object) =>
    succeeded(await rpc(person, name, { task_id: shared.id, ...parameters }));
  await call(anna, "complete_task", { completed_date: "2020-01-02" });
  await call(bob, "complete_task", { completed_date: "2020-01-03" });
  await call(bob, "skip_occurrence", { day: "2020-01-04" });
  await call(anna, "complete_task", { completed_date: "2020-01-05" });
  await call(anna, "undo_completion", { completed_date: "2020-01-05" });
  const days = [[dayNumber("2020-02-01"), 20]];
  await call(bob, "catch_up", { id: randomUUID(), days, status: "done" });
  await call(anna, "catch_up", {
    id: randomUUID(),
    days: [[dayNumber("2020-03-01"), 9]],
    status: "skipped",
  });
  await call(bob, "check_line", { day: "2020-01-06", line: "Blue", is_checked: true });
  await call(bob, "put_off", { due_date: "2020-01-10", new_date: "2020-01-12" });
  await call(bob, "note_day", { day: "2020-01-03", note: "In the rain" });
  await call(anna, "note_day", { day: "2020-01-02", note: "Mine" });
  await call(anna, "pause_task", { first_day: "2020-05-01", last_day: "2020-05-31" });
  const today = await utcDay(0);
  const changes = { repeat_value: "weekly", schedule_from: today, season: [1, 2, 11, 12] };
  succeeded(await updateTask(anna, shared.id, changes));
  await call(anna, "put_off", { due_date: await utcDay(1), new_date: "2020-01-20" });
  await addTask(anna, { title: "Windows" });
  const gone = await addTask(anna, { title: "Given up" });
  succeeded(await rpc(anna, "delete_task", { task_id: gone.id }));
  await addTask(bob, { title: "Bob's own", share_with: [anna.email] });
  file = await exportFile(anna);
});

const tasksOf = (text: string): FileTask[] => JSON.parse(text).tasks;
const bins = (text: string) =>
  tasksOf(text).find(({ title }) => title.startsWith("Bins")) as FileTask;

describe("the export", () => {
  test("has everything that one may see, and no id of a person", async () => {
    expect(
      tasksOf(file)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(["Bins 🗑️, “both”", "Bob's own", "Given up", "Windows"].sort());
    for (const { id } of [anna, bob]) expect(file).not.toContain(id);
    const task = bins(file);
    const [me, him] = [{ me: true }, { name: "Bob Helper" }];
    const done = (by: object, ...days: string[]) => ({
      by,
      status: "done",
      timeZone: by === me ? "America/New_York" : "Asia/Tokyo",
      days: days.map((day) => [day, expect.stringMatching(/^\d{4}-.*Z$/)]),
    });
    expect(task).toMatchObject({
      owner: me,
      deletedAt: null,
      subtitle: "Black on the left\nBlue on the right",
      sharedWith: expect.arrayContaining([{ address: bob.email, standing: "taking_part" }]),
      pausedDays: [["2020-05-01", "2020-05-31"]],
      putOffs: [
        { dueDate: "2020-01-10", newDate: "2020-01-12", toFormerSchedule: false },
        { newDate: "2020-01-20", toFormerSchedule: true },
      ],
      formerSchedules: [{ repeatValue: "yearly", startDate: "2020-01-01" }],
    });
    expect(task.completions).toEqual(
      expect.arrayContaining([
        done(me, "2020-01-02"),
        done(him, "2020-01-03"),
        { ...done(him, "2020-01-04"), status: "skipped" },
      ]),
    );
    expect(task.catchUps).toMatchObject([
      { by: him, status: "done", timeZone: "Asia/Tokyo", days: [["2020-02-01", "2020-02-20"]] },
      { by: me, status: "skipped", days: [["2020-03-01", "2020-03-09"]] },
    ]);
    expect(task.notes).toMatchObject([
      { day: "2020-01-02", note: "Mine", by: me },
      { day: "2020-01-03", note: "In the rain", by: him },
    ]);
    expect(task.checks).toEqual([{ day: "2020-01-06", lines: ["Blue"] }]);
    const kinds = task.events.map(({ kind }) => kind);
    expect(kinds).toEqual([
      ...["created", "shared", "done", "undone", "done", "skipped", "put_off", "noted", "noted"],
      ...["paused", "schedule_changed", "put_off"],
    ]);
    expect(task.events[3]).toMatchObject({
      by: me,
      timeZone: "America/New_York",
      details: { by: me, status: "done" },
    });
    expect(tasksOf(file).find(({ title }) => title === "Bob's own")).toMatchObject({ owner: him });
    expect(tasksOf(file).find(({ title }) => title === "Given up")?.deletedAt).toBeTruthy();
    expect(JSON.parse(file).account).toMatchObject({
      fullName: "Anna Owner",
      decisions: [{ sender: "Bob Helper", decision: "accepted" }],
      contacts: expect.arrayContaining([expect.objectContaining({ address: bob.email })]),
    });
  });

  test("comes in bounded pages, every task once", async () => {
    const person = await newPerson();
    await sql(
      `insert into public.tasks (user_id, category, title, start_date)
       select $1, 'Home', 'Chore ' || n, '2020-01-01' from generate_series(1, 450) n`,
      [person.id],
    );
    const pages = await exportPages(person);
    expect(pages.map(({ tasks }) => tasks.length)).toEqual([200, 200, 50]);
    expect(pages.map(({ account }) => account !== undefined)).toEqual([true, false, false]);
    expect(new Set(pages.flatMap(({ tasks }) => tasks.map(({ id }) => id))).size).toBe(450);
  });

  test("of somebody without tasks is empty", async () => {
    const [page, ...others] = await exportPages(await newPerson());
    expect(page).toMatchObject({ tasks: [], next: null });
    expect(others).toEqual([]);
  });
});

describe("the import", () => {
  test("brings the same rows to another account, and again changes nothing", async () => {
    const carla = await newPerson("carla");
    const entries = entriesOf(file);
    expect(entries).toHaveLength(2);
    const options = { withShares: true };
    expect(await importEntries(carla, entries, { ...options, isPreview: true })).toEqual([
      { outcome: "added", issues: [] },
      { outcome: "added", issues: [] },
    ]);
    expect(await listTasks(carla)).toEqual([]);
    expect(counts(await importEntries(carla, entries, options))).toEqual({ added: 2 });
    expect(await digestOf(carla)).toBe(await digestOf(anna));
    expect(counts(await importEntries(carla, entries, options))).toEqual({ there: 2 });
    expect(await digestOf(carla)).toBe(await digestOf(anna));
    const putOffBy = await sql(
      `select distinct put_offs.user_id from public.task_put_offs put_offs
       join public.tasks on tasks.id = put_offs.task_id where tasks.user_id = $1`,
      [carla.id],
    );
    expect(putOffBy, "of the importer's quota").toEqual([{ user_id: carla.id }]);

    const again = await exportFile(carla);
    const dora = await newPerson("dora");
    await importEntries(dora, entriesOf(again), options);
    expect(await digestOf(dora)).toBe(await digestOf(anna));
  });

  test("says that nobody else's account did anything, and keeps the names", async () => {
    const carla = await newPerson("carla");
    await importEntries(carla, entriesOf(file));
    const people = await sql(
      `select distinct user_id, by_name from public.task_completions
       where task_id in (select id from public.tasks where user_id = $1) order by by_name`,
      [carla.id],
    );
    expect(people).toEqual([
      { user_id: null, by_name: "Bob Helper" },
      { user_id: carla.id, by_name: null },
    ]);
  });

  test("of a file without zones has the importer's; one with a zone that isn't there is refused", async () => {
    const carla = await newPerson("carla");
    await moveTo(carla, "Europe/Berlin");
    const [entry] = entriesOf(file).filter(({ fields }) => fields.title !== "Windows");
    const inZone = (timeZone?: string) => ({
      ...entry,
      completions: entry?.completions.map((known) => ({ ...known, timeZone })),
    });
    for (const unknown of ["Nowhere/At_All", "<b>UTC</b>", ""]) {
      const results = await importEntries(carla, [inZone(unknown)]);
      expect(results, unknown).toMatchObject([{ outcome: "refused" }]);
    }
    expect(counts(await importEntries(carla, [inZone()]))).toEqual({ added: 1 });
    const zones = await sql(
      `select distinct time_zone from public.task_completions
       where task_id in (select id from public.tasks where user_id = $1)`,
      [carla.id],
    );
    expect(zones).toEqual([{ time_zone: "Europe/Berlin" }]);
  });

  test("shares nothing unless asked", async () => {
    const carla = await newPerson("carla");
    await importEntries(carla, entriesOf(file));
    const tasks = await listTasks(carla);
    expect(tasks.map(({ isShared }) => isShared)).toEqual([false, false]);
    const own = { ...entriesOf(file)[0], shareWith: [carla.email.toUpperCase()] };
    const dora = await newPerson("dora");
    const results = await importEntries(dora, [{ ...own, shareWith: [dora.email] }], {
      withShares: true,
    });
    expect(counts(results)).toEqual({ added: 1 });
    expect((await listTasks(dora))[0]?.isShared).toBe(false);
  });

  test("is told by one event a task and one message, whatever its size", async () => {
    const carla = await newPerson("carla");
    const sent = () =>
      sqlValue<string>(
        "select count(*) from realtime.messages where topic = 'user:' || $1 and event <> 'list_changed'",
        [carla.id],
      );
    await importEntries(carla, entriesOf(file));
    expect(Number(await sent())).toBe(0);
    const lists = await sqlValue<string>(
      "select count(*) from realtime.messages where topic = 'user:' || $1 and event = 'list_changed'",
      [carla.id],
    );
    expect(Number(lists)).toBe(1);
    const [task] = await listTasks(carla);
    const events = await sql<{ kind: string; details: object; user_id: string }>(
      `select kind, details, user_id from public.task_events
       where task_id in (select id from public.tasks where user_id = $1)`,
      [carla.id],
    );
    expect(events.map(({ kind, user_id }) => [kind, user_id])).toEqual([
      ["imported", carla.id],
      ["imported", carla.id],
    ]);
    const told = events.map(({ details }) => details);
    expect(told).toContainEqual(
      expect.objectContaining({
        completedDays: [
          [18263, 2],
          [18293, 20],
        ],
      }),
    );
    // Later deeds are sent as usual.
    succeeded(
      await rpc(carla, "complete_task", { task_id: task?.id, completed_date: "2020-06-01" }),
    );
    expect(Number(await sent())).toBe(1);
  });

  test("lists what can't be taken, with the reason, and takes the rest", async () => {
    const carla = await newPerson("carla");
    await addTask(carla, { title: "Windows" });
    const [first, second] = entriesOf(file);
    const entry = { ...(first as object), source: randomUUID() };
    const fields = (changes: object) => ({
      ...entry,
      source: randomUUID(),
      fields: { ...first?.fields, ...changes },
    });
    const results = await importEntries(carla, [
      first,
      second,
      fields({ title: "x" }),
      fields({ title: "Another", startDate: "2020-02-30" }),
      fields({ title: "Another", ownerId: carla.id }),
      {
        ...fields({ title: "Another" }),
        notes: [{ day: "2999-01-01", note: "Then", by: null, at: "2020-01-01T00:00:00Z" }],
      },
    ]);
    const refused = results.map(({ outcome, issues }) => [
      outcome,
      ...issues.map(({ code }) => code),
    ]);
    const other = first?.fields.title === "Windows" ? 0 : 1;
    expect(refused[other]).toEqual(["refused", "DUPLICATE_TASK"]);
    expect(refused[1 - other]).toEqual(["added"]);
    expect(refused.slice(2)).toEqual([
      ["refused", "TITLE_TOO_SHORT"],
      ["refused", "INVALID"],
      ["refused", "INVALID"],
      ["refused", "INVALID"],
    ]);
    expect((await listTasks(carla)).map(({ title }) => title).sort()).toEqual(
      ["Bins 🗑️, “both”", "Windows"].sort(),
    );
  });

  test("one's own file again finds everything, and what was deleted since", async () => {
    const carla = await newPerson("carla");
    const task = await addTask(carla, { title: "Stays" });
    const gone = await addTask(carla, { title: "Goes" });
    const own = entriesOf(await exportFile(carla)).sort((a) => (a.source === task.id ? -1 : 1));
    succeeded(await rpc(carla, "delete_task", { task_id: gone.id }));
    expect((await importEntries(carla, own)).map(({ outcome }) => outcome)).toEqual([
      "there",
      "deleted",
    ]);
    // Other people's ids mean nothing.
    const dora = await newPerson("dora");
    expect(counts(await importEntries(dora, own))).toEqual({ added: 2 });
  });

  test("brings what made a task due that waits for something, if that can have been", async () => {
    const [owner, other] = [await newPerson(), await newPerson()];
    const waiting = { repeat_value: "custom", waits_for: "Washed" };
    await addTask(owner, { title: "Empty the dishwasher", ...waiting });
    await askApi(await newToken(owner, "tick"), "POST events", { name: "washed" });
    const [before] = await listTasks(owner);
    expect(before?.happened).toMatchObject({ name: "Washed", viaName: "Kitchen panel" });
    const [entry] = entriesOf(await exportFile(owner));
    const bring = (change: object) =>
      importEntries(other, [{ ...entry, happened: { ...before?.happened, ...change } }]);
    for (const wrong of [{ day: "2999-01-01" }, { at: "2999-01-01T00:00:00Z" }, { via: "mail" }]) {
      const [result] = await bring(wrong);
      expect([result?.outcome, result?.issues[0]?.path]).toEqual(["refused", "happened"]);
    }
    await bring({});
    const [after] = await listTasks(other);
    expect(after?.happened).toEqual(before?.happened);
  });

  test("sent and finished twice at once, adds once", async () => {
    const carla = await newPerson("carla");
    const entries = entriesOf(file);
    const id = randomUUID();
    const sent = await Promise.all([1, 2].map(() => sendPiece(carla, id, 0, entries)));
    expect(sent[0]?.body).toEqual(sent[1]?.body);
    const finished = await Promise.all([1, 2].map(() => finishImport(carla, id)));
    for (const answer of finished) expect(succeeded(answer)).toEqual({ added: 2, refused: 0 });
    expect(await digestOf(carla)).toBe(await digestOf(await importedBy(entries)));
  });

  test("keeps to the quotas", async () => {
    const carla = await newPerson("carla");
    await sql(
      `insert into public.tasks (user_id, category, title, start_date)
       select $1, 'Home', 'Chore ' || n, '2020-01-01' from generate_series(1, 999) n`,
      [carla.id],
    );
    const results = await importEntries(carla, entriesOf(file));
    expect(results.flatMap(({ issues }) => issues)).toEqual([{ path: "", code: "TOO_MANY_TASKS" }]);
    expect(counts(results)).toEqual({ added: 1, refused: 1 });
  });
});

describe("a task at each limit", () => {
  const long = (length: number, seed: string) => seed.repeat(length).slice(0, length);

  const rule = "RRULE:FREQ=YEARLY;BYMONTHDAY=1,2,3,4,5,6,7,8;COUNT=999;BYWEEKNO=1,2,3,4;";

  /** As large as the limits allow, added as rows, as calls would take days. */
  async function newLargest(person: Person) {
    const { id } = await addTask(person, {
      ...{ title: long(100, "Title "), category: long(50, "Home ") },
      ...{ subtitle: long(5_000, "ünï \n"), start_date: "0001-01-01", repeat_value: "custom" },
      ...{ season: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], custom_rrule: long(1_000, rule) },
      custom_rrule_text: long(1_000, "every now and then "),
      checklist: Array.from({ length: 20 }, (_, line) => long(100, `line ${line} `)),
    });
    const rows = [
      `update public.tasks set schedule_from = '2020-01-01', revision = revision + 1,
         paused = (select range_agg(daterange(date '1990-01-01' + 9 * n, date '1990-01-04' + 9 * n)) from generate_series(1, 100) n)
       where id = $1`,
      `insert into public.task_schedules (task_id, valid_until, schedule)
       select id, date '2000-01-01' + n, private.schedule_json(tasks) || jsonb_build_object('endDate', date '2001-01-01' + n)
       from public.tasks, generate_series(1, 199) n where id = $1`,
      `insert into public.task_put_offs (task_id, due_date, new_date, user_id)
       select id, date '2010-01-01' + 2 * n, date '2010-01-02' + 2 * n, user_id
       from public.tasks, generate_series(1, 500) n where id = $1`,
      `insert into public.task_catch_ups (id, task_id, days, status, user_id)
       select gen_random_uuid(), id, (
         select range_agg(daterange(day::date, day::date + 1))
         from generate_series(date '1850-01-01', date '2000-01-01', '3 days') day
       ), 'done', user_id from public.tasks where id = $1`,
      `insert into public.task_completions (task_id, completed_date, user_id, status)
       select id, date '2014-01-01' + n, user_id, case n % 9 when 0 then 'skipped' else 'done' end
       from public.tasks, generate_series(1, 4000) n where id = $1`,
      `insert into public.task_day_notes (task_id, day, note, user_id)
       select id, date '2014-01-01' + n, rpad('note ' || n, 500, '.ü'), user_id
       from public.tasks, generate_series(1, 1000) n where id = $1`,
      `insert into public.task_checks (task_id, day, line, user_id)
       select id, date '2014-01-01' + n, line, user_id
       from public.tasks, generate_series(1, 200) n, unnest(checklist) line where id = $1`,
    ];
    await asAdministrator(async (client) => {
      await client.query("begin");
      // Limits per day and request would prevent years of data.
      await client.query("set local session_replication_role = replica");
      for (const statement of rows) await client.query(statement, [id]);
      await client.query("commit");
    });
    return id;
  }

  test("leaves whole, whatever its size, and comes in equal", async () => {
    const emma = await newPerson("emma");
    const id = await newLargest(emma);
    const listed = (await listTasks(emma))[0];
    expect(listed, "the list has its title alone").toMatchObject({ cut: true, subtitle: null });
    const text = await exportFile(emma);
    const [task] = tasksOf(text);
    expect(task).not.toHaveProperty("cut");
    const whole = succeeded<Record<string, unknown>>(await rpc(emma, "read_task", { task_id: id }));
    for (const field of ["subtitle", "customRrule", "checklist", "putOffs", "season"]) {
      expect(task?.[field], field).toEqual(whole[field]);
    }
    const fay = await newPerson("fay");
    const results = await importEntries(fay, entriesOf(text));
    expect(results).toEqual([{ outcome: "added", issues: [] }]);
    const [there] = tasksOf(await exportFile(fay));
    for (const field of [
      ...["title", "subtitle", "customRrule", "customRruleText", "checklist", "formerSchedules"],
      ...["putOffs", "pausedDays", "completions", "catchUps", "notes", "checks"],
    ]) {
      const known = ({ id: _, ...rest }: Record<string, unknown>) => rest;
      const [left, came] = [task?.[field], there?.[field]].map((value) =>
        field === "catchUps" ? (value as Record<string, unknown>[]).map(known) : value,
      );
      expect(came, field).toEqual(left);
    }
  });

  test("has a page of its own where its former schedules are long", async () => {
    const emma = await newPerson("emma");
    for (const title of ["One", "Other"]) await addTask(emma, { title });
    await sql(
      `insert into public.task_schedules (task_id, valid_until, schedule)
       select id, date '2000-01-01' + n, jsonb_build_object('customRruleText', repeat('long ', 2000))
       from public.tasks, generate_series(1, 199) n where user_id = $1`,
      [emma.id],
    );
    expect((await exportPages(emma)).map(({ tasks }) => tasks.length)).toEqual([1, 1]);
  });
});

async function importedBy(entries: ReturnType<typeof entriesOf>): Promise<Person> {
  const person = await newPerson();
  await importEntries(person, entries);
  return person;
}

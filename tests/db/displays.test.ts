import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { DisplayJson } from "../../src/domain/households/display.ts";
import {
  type Answer,
  acceptEachOther,
  newPerson,
  type Person,
  refusalCode,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { addTask, createTask, utcDay } from "../support/actors-tasks.ts";
import { householdOf, labelOf, newDisplay, newFlat, newHousehold } from "../support/households.ts";
import { become, rolledBack, sql, sqlValue } from "../support/sql.ts";

/** Displays and labels through the API: what a token opens, for whom, and how much of it. */

const DAY = "2020-02-01";
const INVALID = "422 VALIDATION_FAILED";
const NOT_VALID = "404 LINK_NOT_VALID";
const NOT_YOURS = "403 COMPLETION_NOT_YOURS";

const read = async (token: string, caller: Person | null = null) =>
  succeeded<DisplayJson>(await rpc(caller, "read_display", { token }));
const tickWith = (
  token: string,
  taskId: string,
  people: readonly string[],
  { day = DAY, zone = "Europe/Berlin", caller = null as Person | null } = {},
) => rpc(caller, "tick_on_display", { token, task_id: taskId, day, people, time_zone: zone });
const undoWith = (token: string, taskId: string, day = DAY) =>
  rpc(null, "undo_on_display", { token, task_id: taskId, day, time_zone: "Europe/Berlin" });
const outcome = (answer: Answer) =>
  answer.status < 400 ? "ok" : `${answer.status} ${refusalCode(answer)}`;

/** A flat with two chores, a display, and a label for one of them. */
async function newKitchen() {
  const { ids, ...flat } = await newFlat();
  const { alice, bob, id } = flat;
  const chore = await addTask(alice, { title: "Bins", household_id: id });
  const other = await addTask(alice, { title: "Plants", household_id: id });
  return {
    ...flat,
    ...{ aliceId: ids.Alice, bobId: ids.Bob, carolId: ids.Carol },
    ...{ choreId: chore.id, otherId: other.id },
    token: await newDisplay(alice, id),
    label: await labelOf(bob, id, chore.id),
  };
}

const displayOf = async (household: string, name = "Kitchen tablet") => {
  const of = "select * from public.household_displays where household_id = $1 and name = $2";
  const [row] = await sql<{ id: string; channel: string; hash: string }>(of, [household, name]);
  return row;
};

const completionsOf = (taskId: string) =>
  sql(
    `select completed_date::text as day, user_id, people, said_by, via, time_zone
     from public.task_completions where task_id = $1 order by 1`,
    [taskId],
  );

describe("a display", () => {
  test("shows the household's tasks and the people who can be named, to nobody in particular", async () => {
    const { alice, id, choreId, otherId, token } = await newKitchen();
    await addTask(alice, { title: "Alice's own" });
    const shown = await read(token);
    expect(shown).toMatchObject({ household: "The flat", name: "Kitchen tablet", me: null });
    expect(shown.people.map(({ name }) => name)).toEqual(["Alice", "Carol", "Bob"]);
    expect(shown.tasks.map((task) => task.id).sort()).toEqual([choreId, otherId].sort());
    expect(await read(token, alice)).toMatchObject({ me: shown.people[0]?.id });
    expect(await displayOf(id)).toMatchObject({ used_at: expect.anything() });
  });

  test("has of a task's fields its name, its category and what decides its days, but no words of a rule", async () => {
    const deciding = await sql<{ field: string }>(
      "select field from private.task_fields where decides_days and field <> 'customRruleText'",
    );
    const shown = await sqlValue<object>(
      `select private.shown_task(jsonb_object_agg(field, 1) || '{"recentCompletions": []}')
       from private.task_fields`,
    );
    const others = ["title", "category", "scheduleFrom", "missedPolicy", "recentCompletions"];
    expect(Object.keys(shown).sort()).toEqual(
      [...deciding.map(({ field }) => field), ...others].sort(),
    );
  });

  test("shows no address, no account, no note and nothing that another has done before", async () => {
    const flat = await newKitchen();
    const { alice, bob, choreId, token, label } = flat;
    const friend = await newPerson("friend", "Friend");
    await acceptEachOther([alice, friend]);
    const fields = { subtitle: "The secret", checklist: ["A line"], isShared: true };
    succeeded(
      await rpc(alice, "update_task", { task_id: choreId, fields, share_with: [friend.email] }),
    );
    const of = { task_id: choreId };
    succeeded(await rpc(friend, "complete_task", { ...of, completed_date: DAY }));
    succeeded(await rpc(bob, "complete_task", { ...of, completed_date: "2020-02-02" }));
    succeeded(await rpc(alice, "note_day", { ...of, day: DAY, note: "A word" }));
    for (const opened of [token, label]) {
      const shown = await read(opened);
      const text = JSON.stringify(shown);
      for (const account of [alice, bob, friend]) {
        expect(text).not.toContain(account.id);
        expect(text).not.toContain(account.email.split("@")[0]);
      }
      expect(text).not.toMatch(/secret|A line|A word|Friend|@|ownerId|revision/);
      const task = shown.tasks.find((one) => one.id === choreId);
      expect(task?.recentCompletions?.map(({ people }) => people)).toEqual([
        undefined,
        [flat.bobId],
      ]);
    }
  });

  test("ticks by name, in the zone of the device, and nobody's account did it", async () => {
    const { bob, choreId, carolId, bobId, token } = await newKitchen();
    expect(outcome(await tickWith(token, choreId, [carolId, bobId]))).toBe("ok");
    // With a signed-in account on the same device, it is still the display.
    const again = { day: "2020-02-02", zone: "Nowhere/At_All", caller: bob };
    expect(outcome(await tickWith(token, choreId, [carolId], again))).toBe("ok");
    const tablet = { user_id: null, said_by: null, via: "display" };
    expect(await completionsOf(choreId)).toEqual([
      { ...tablet, day: DAY, people: [carolId, bobId], time_zone: "Europe/Berlin" },
      { ...tablet, day: "2020-02-02", people: [carolId], time_zone: "UTC" },
    ]);
    const events = succeeded<{ user_id: null; details: object; time_zone: string }[]>(
      await rest(
        bob,
        "GET",
        `task_events?task_id=eq.${choreId}&kind=eq.done&order=id&select=user_id,details,time_zone`,
      ),
    );
    expect(events[0]).toMatchObject({
      user_id: null,
      time_zone: "Europe/Berlin",
      details: { by: null, people: [carolId, bobId], via: "display" },
    });
  });

  test("and a label do early what is due in the next seven days, and an interval task never", async () => {
    const { alice, id, choreId, carolId, token, label } = await newKitchen();
    const ahead = (days: number) =>
      sqlValue<string>("select (private.latest_today() + $1::int)::text", [days]);
    for (const opened of [token, label]) {
      const last = { day: await ahead(opened === token ? 7 : 6) };
      expect(outcome(await tickWith(opened, choreId, [carolId], last))).toBe("ok");
      const late = { day: await ahead(8) };
      expect(outcome(await tickWith(opened, choreId, [carolId], late))).toBe(INVALID);
      expect(outcome(await undoWith(opened, choreId, last.day))).toBe("ok");
    }
    const of = { household_id: id, repeat_value: "custom", after_done: "P3D" };
    const filter = await addTask(alice, of);
    const tomorrow = { day: await ahead(1) };
    expect(outcome(await tickWith(token, filter.id, [carolId], tomorrow))).toBe(INVALID);
    // Tasks that begin within these days are shown, and no later ones.
    const soon = await addTask(alice, { household_id: id, start_date: await ahead(7) });
    await addTask(alice, { household_id: id, start_date: await ahead(8) });
    const shown = (await read(token)).tasks.map((task) => task.id);
    expect(shown).toContain(soon.id);
    expect(shown).toHaveLength(4);
  });

  test("the first one wins, and the same again changes nothing", async () => {
    const { alice, choreId, carolId, aliceId, token } = await newKitchen();
    succeeded(await rpc(alice, "complete_task", { task_id: choreId, completed_date: DAY }));
    expect(outcome(await tickWith(token, choreId, [carolId]))).toBe("ok");
    expect(await completionsOf(choreId)).toMatchObject([{ people: [aliceId], via: null }]);
    const days = [[18_300, 2]];
    succeeded(
      await rpc(alice, "catch_up", { id: randomUUID(), task_id: choreId, days, status: "done" }),
    );
    expect(outcome(await tickWith(token, choreId, [carolId], { day: "2020-02-08" }))).toBe("ok");
    expect(await completionsOf(choreId)).toHaveLength(1);
  });

  test("takes back what was ticked without an account, for a day, and nothing else", async () => {
    const { alice, choreId, carolId, token, label } = await newKitchen();
    expect(outcome(await undoWith(token, choreId))).toBe("ok");
    await tickWith(token, choreId, [carolId]);
    expect(outcome(await undoWith(token, choreId))).toBe("ok");
    const day = await utcDay(-1);
    await tickWith(label, choreId, [carolId], { day });
    expect(outcome(await undoWith(token, choreId, day))).toBe("ok");
    expect(await completionsOf(choreId)).toEqual([]);
    succeeded(await rpc(alice, "complete_task", { task_id: choreId, completed_date: DAY }));
    expect(outcome(await undoWith(token, choreId))).toBe(NOT_YOURS);
    await tickWith(token, choreId, [carolId], { day: "2020-02-02" });
    await sql(
      "update public.task_completions set completed_at = now() - interval '25 hours' where task_id = $1",
      [choreId],
    );
    expect(outcome(await undoWith(token, choreId, "2020-02-02"))).toBe(NOT_YOURS);
    const undone = await sql<{ details: object }>(
      "select details from public.task_events where task_id = $1 and kind = 'undone'",
      [choreId],
    );
    expect(undone.map(({ details }) => details)).toMatchObject([
      { via: "display" },
      { via: "display" },
    ]);
  });

  test("names only people who are present, and at least one", async () => {
    const { alice, id, choreId, bobId, carolId, token } = await newKitchen();
    const elsewhere = await householdOf(alice, await newHousehold(alice, "Elsewhere"));
    succeeded(await rpc(alice, "remove_person", { household_id: id, id: bobId }));
    for (const people of [
      [],
      [bobId],
      [carolId, carolId],
      [elsewhere.me],
      [randomUUID()],
      Array.from({ length: 60 }, () => carolId),
    ])
      expect(outcome(await tickWith(token, choreId, people)), String(people)).toBe(INVALID);
    for (const day of ["2019-12-31", "2999-01-01"])
      expect(outcome(await tickWith(token, choreId, [carolId], { day }))).toBe(INVALID);
    expect(await completionsOf(choreId)).toEqual([]);
  });

  test("touches no task of anybody else, and cannot tell whether there is one", async () => {
    const { alice, choreId, carolId, token } = await newKitchen();
    const own = await addTask(alice);
    const elsewhere = await newKitchen();
    succeeded(await rpc(alice, "delete_task", { task_id: choreId }));
    const lesson = async (id: string) =>
      [
        await tickWith(token, id, [carolId]),
        await tickWith(token, id, [carolId], { day: "2999-01-01" }),
        await undoWith(token, id),
      ].map(({ status, body }) => JSON.stringify({ status, body }).replaceAll(id, "<id>"));
    const nothing = await lesson(randomUUID());
    expect(nothing[0]).toContain("TASK_NOT_FOUND");
    for (const id of [own.id, elsewhere.choreId, choreId])
      expect(await lesson(id)).toEqual(nothing);
    expect(await completionsOf(elsewhere.choreId)).toEqual([]);
  });

  test("is answered without the tasks while nothing has changed, and with them when something has", async () => {
    const { alice, id, choreId, carolId, token } = await newKitchen();
    let { digest } = await read(token);
    const next = async () => {
      const answer = succeeded<DisplayJson>(
        await rpc(null, "read_display", { token, known: digest }),
      );
      const isNew = answer.digest !== digest;
      digest = answer.digest;
      expect(Object.keys(answer).length === 1).toBe(!isNew);
      return isNew;
    };
    expect(await next()).toBe(false);
    await tickWith(token, choreId, [carolId]);
    expect(await next()).toBe(true);
    succeeded(await rpc(alice, "rename_household", { household_id: id, name: "The den" }));
    expect(await next()).toBe(true);
    const carol = { id: carolId, household_id: id, name: "Caroline", role: "member" };
    succeeded(await rpc(alice, "save_person", { ...carol, face: 3 }));
    expect(await next()).toBe(true);
    expect(await next()).toBe(false);
  });

  test("still names whoever has left, in what they did", async () => {
    const { alice, id, choreId, carolId, token } = await newKitchen();
    await tickWith(token, choreId, [carolId]);
    succeeded(await rpc(alice, "remove_person", { household_id: id, id: carolId }));
    const { people, formerPeople } = await read(token);
    expect(people.map(({ name }) => name)).toEqual(["Alice", "Bob"]);
    expect(formerPeople).toEqual([{ id: carolId, name: "Carol", face: 1 }]);
  });
});

describe("a label", () => {
  test("shows its own task, ticks it and takes back what labels did for a quarter of an hour", async () => {
    const { alice, id, choreId, otherId, carolId, token, label } = await newKitchen();
    const shown = await read(label, alice);
    expect(shown.tasks.map(({ title }) => title)).toEqual(["Bins"]);
    expect(shown).toMatchObject({ id: null, name: null, me: shown.people[0]?.id });
    // Any passer-by can read it.
    expect(JSON.stringify(shown)).not.toContain(id);
    expect(outcome(await tickWith(label, otherId, [carolId]))).toBe("404 TASK_NOT_FOUND");
    expect(outcome(await undoWith(label, otherId))).toBe("404 TASK_NOT_FOUND");
    const [day, other] = [await utcDay(-1), await utcDay(-2)];
    expect(outcome(await tickWith(label, choreId, [carolId], { day }))).toBe("ok");
    expect(await completionsOf(choreId)).toMatchObject([
      { via: "label", people: [carolId], user_id: null },
    ]);
    expect(outcome(await undoWith(label, choreId, day))).toBe("ok");
    await tickWith(token, choreId, [carolId], { day });
    expect(outcome(await undoWith(label, choreId, day))).toBe(NOT_YOURS);
    expect(outcome(await tickWith(label, choreId, [carolId], { day: other }))).toBe("ok");
    await sql(
      "update public.task_completions set completed_at = now() - interval '16 minutes' where via = 'label' and task_id = $1",
      [choreId],
    );
    expect(outcome(await undoWith(label, choreId, other))).toBe(NOT_YOURS);
  });

  test("ticks a day of the last month, now, whatever its request says of when it was made", async () => {
    const { choreId, carolId, label } = await newKitchen();
    const long = { day: await utcDay(-40) };
    expect(outcome(await tickWith(label, choreId, [carolId], long))).toBe(INVALID);
    const parameters = { token: label, task_id: choreId, day: await utcDay(-1), people: [carolId] };
    const made = { "x-made-ago": "864000" };
    succeeded(await rpc(null, "tick_on_display", { ...parameters, time_zone: "UTC" }, made));
    const isNow = `select bool_and(completed_at > now() - interval '1 hour') and bool_and(done_on is null)
      from public.task_completions where task_id = $1`;
    expect(await sqlValue(isNow, [choreId])).toBe(true);
  });

  test("is the same whenever it is printed, until there are new ones", async () => {
    const { alice, bob, id, choreId, label } = await newKitchen();
    expect(await labelOf(alice, id, choreId)).toBe(label);
    succeeded(await rpc(alice, "renew_labels", { household_id: id }));
    expect(outcome(await rpc(null, "read_display", { token: label }))).toBe(NOT_VALID);
    const renewed = await labelOf(bob, id, choreId);
    expect(renewed).not.toBe(label);
    expect((await read(renewed)).tasks).toHaveLength(1);
  });

  test("ends with its task, and when that leaves the household", async () => {
    const { alice, choreId, label } = await newKitchen();
    succeeded(await rpc(alice, "delete_task", { task_id: choreId }));
    expect(outcome(await rpc(null, "read_display", { token: label }))).toBe(NOT_VALID);
    succeeded(await rpc(alice, "restore_task", { task_id: choreId }));
    expect((await read(label)).tasks).toHaveLength(1);
    succeeded(await rpc(alice, "update_task", { task_id: choreId, fields: { householdId: null } }));
    expect(outcome(await rpc(null, "read_display", { token: label }))).toBe(NOT_VALID);
  });
});

describe("a token that opens nothing", async () => {
  const flat = await newKitchen();
  const { alice, id, choreId, carolId, label } = flat;
  const gone = await newKitchen();
  const deleted = { household_id: gone.id, name: "The flat" };
  succeeded(await rpc(gone.alice, "delete_household", deleted));
  const revoked = await newDisplay(alice, id, "Revoked");
  succeeded(await rpc(alice, "revoke_display", { id: (await displayOf(id, "Revoked"))?.id }));
  const hash = await sqlValue<string>(
    "select encode(token_hash, 'hex') from public.household_displays where household_id = $1",
    [id],
  );
  const forged = `${label.slice(0, 30)}${label[30] === "A" ? "B" : "A"}${label.slice(31)}`;
  const tokens = {
    unknown: "nothing",
    empty: "",
    long: "A".repeat(100_000),
    "of the form of a label": "A".repeat(43),
    "with other characters": "'; -- ä\u2028".repeat(5),
    "its hash": hash,
    revoked,
    "of a deleted household": gone.token,
    "a label of a deleted household": gone.label,
    "a forged label": forged,
    "an invitation": succeeded<string>(
      await rpc(alice, "invite_to_household", { household_id: id, role: "member" }),
    ),
  };

  test.each(Object.entries(tokens))("%s, whoever calls", async (_, token) => {
    for (const caller of [null, flat.bob, gone.alice]) {
      const answers = await Promise.all([
        rpc(caller, "read_display", { token }),
        tickWith(token, choreId, [carolId], { caller }),
        rpc(caller, "undo_on_display", { token, task_id: choreId, day: DAY, time_zone: "UTC" }),
      ]);
      for (const { status, body } of answers)
        expect({ status, body }).toEqual({
          status: 404,
          body: { code: "PT404", message: "LINK_NOT_VALID", details: "", hint: null },
        });
    }
  });

  test("null, too", async () => {
    expect(outcome(await rpc(null, "read_display", { token: null }))).toBe(NOT_VALID);
  });

  test("and a household that is brought back has its display again", async () => {
    succeeded(await rpc(gone.alice, "restore_household", { household_id: gone.id }));
    expect((await read(gone.token)).tasks).toHaveLength(2);
    expect((await read(gone.label)).tasks).toHaveLength(1);
  });
});

test("a display that is made again after a lost answer is the same, with a new address", async () => {
  const { alice, id } = await newKitchen();
  const before = await displayOf(id);
  const make = (display: unknown, household = id) =>
    rpc(alice, "create_display", { household_id: household, id: display, name: "Hall" });
  const token = succeeded<string>(await make(before?.id));
  const { name, id: channel } = await read(token);
  expect(name).toBe("Hall");
  // Displays at the former address are told once, and of nothing later.
  succeeded(await rpc(alice, "rename_household", { household_id: id, name: "Den" }));
  const told = (topic: unknown) =>
    sqlValue<number>("select count(*)::int from realtime.messages where topic = 'display:' || $1", [
      topic,
    ]);
  expect(await told(channel)).toBe(1);
  expect(await told(before?.channel)).toBe(1);
  expect(
    await sqlValue("select count(*)::int from public.household_displays where household_id = $1", [
      id,
    ]),
  ).toBe(1);
  const elsewhere = await newHousehold(alice, "Elsewhere");
  expect(outcome(await make(before?.id, elsewhere))).toBe(INVALID);
  expect(outcome(await make(null))).toBe(INVALID);
});

describe("bounds", () => {
  test("a household has at most so many displays", async () => {
    const { alice, id } = await newKitchen();
    for (let made = 1; made < 5; made++) await newDisplay(alice, id);
    const more = { household_id: id, id: randomUUID(), name: "One more" };
    expect(outcome(await rpc(alice, "create_display", more))).toBe("422 LIMIT_REACHED");
  });

  test("a display is used so often in a minute, changes so much a day, and each on its own", async () => {
    const { choreId, carolId, token, label } = await newKitchen();
    const refusal = (limit: string, statement: string) =>
      rolledBack(async (client) => {
        const call = async (opened: string) => {
          await client.query("savepoint call");
          await become(client, "anon", null);
          const parameters = statement.includes("$2") ? [opened, choreId, carolId] : [opened];
          const answer = await client.query(statement, parameters).then(
            () => "ok",
            (error: Error) => error.message,
          );
          await client.query(answer === "ok" ? "release call" : "rollback to call");
          await client.query("reset role");
          return answer;
        };
        await client.query("update private.limits set most = 2 where name = $1", [limit]);
        return [await call(token), await call(token), await call(token), await call(label)];
      });
    expect(await refusal("display_uses_per_minute", "select public.read_display($1)")).toEqual([
      ...["ok", "ok", "TOO_MANY_ATTEMPTS", "ok"],
    ]);
    const today = "(now() at time zone 'UTC')::date";
    const tick = `select public.tick_on_display($1, $2, ${today}, array[$3::uuid], 'UTC')`;
    expect(await refusal("display_changes_per_day", tick)).toEqual([
      ...["ok", "ok", "LIMIT_REACHED", "ok"],
    ]);
  });
});

describe("the live channel of a display", () => {
  const topicOf = (token: string) => read(token).then((shown) => `display:${shown.id}`);
  const sent = (topic: string) =>
    sql<{ event: string; payload: object }>(
      "select event, payload - 'id' as payload from realtime.messages where topic = $1 and private",
      [topic],
    );

  test("is told that something has changed, and nothing else", async () => {
    const { alice, id, choreId, carolId, token } = await newKitchen();
    const topic = await topicOf(token);
    const before = (await sent(topic)).length;
    const absence = { id: randomUUID(), person_id: carolId };
    const task = { category: "Home", title: "New", start_date: "2020-01-01" };
    const carol = { id: carolId, name: "C", role: "member" };
    const steps = [
      () => tickWith(token, choreId, [carolId]),
      () => createTask(alice, { ...task, household_id: id }),
      () => rpc(alice, "rename_household", { household_id: id, name: "Den" }),
      () => rpc(alice, "save_person", { household_id: id, ...carol, face: 1 }),
      async () =>
        rpc(alice, "enter_absence", { household_id: id, ...absence, from_day: await utcDay(0) }),
      () => rpc(alice, "end_absence", { household_id: id, id: absence.id }),
      () => rpc(alice, "remove_person", { household_id: id, id: carolId }),
      () => rpc(alice, "update_task", { task_id: choreId, fields: { householdId: null } }),
      () => rpc(alice, "delete_household", { household_id: id, name: "Den" }),
    ];
    for (const [place, step] of steps.entries()) {
      const count = (await sent(topic)).length;
      expect(outcome(await step()), String(place)).toBe("ok");
      expect((await sent(topic)).length, String(place)).toBeGreaterThan(count);
    }
    const told = (await sent(topic)).slice(before);
    expect(new Set(told.map((message) => JSON.stringify(message)))).toEqual(
      new Set([JSON.stringify({ event: "changed", payload: {} })]),
    );
  });

  test("is heard by whoever knows it, and nothing else is, without an account", async () => {
    const { alice, id, token } = await newKitchen();
    const topic = await topicOf(token);
    const hears = (name: string) =>
      rolledBack(async (client) => {
        await client.query(
          "insert into realtime.messages (topic, extension, private, event) values ($1, 'broadcast', true, 'x')",
          [name],
        );
        await become(client, "anon", null);
        await client.query("select set_config('realtime.topic', $1, true)", [name]);
        const { rowCount } = await client.query("select from realtime.messages where topic = $1", [
          name,
        ]);
        return (rowCount ?? 0) > 0;
      });
    expect(await hears(topic)).toBe(true);
    for (const name of [`display:${randomUUID()}`, `user:${alice.id}`, "display:", `display:${id}`])
      expect(await hears(name), name).toBe(false);
    succeeded(await rpc(alice, "revoke_display", { id: (await displayOf(id))?.id }));
    expect((await sent(topic)).at(-1)?.event).toBe("changed");
    expect(await hears(topic)).toBe(false);
  });
});

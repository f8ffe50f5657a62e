import { describe, expect, test } from "vitest";
import { signMailLink } from "../../supabase/functions/_shared/mail-links.ts";
import {
  type Answer,
  callFunction,
  newPerson,
  type Person,
  refusalCode,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { createTask, utcDay } from "../support/actors-tasks.ts";
import { askApi, newToken } from "../support/api.ts";
import { householdOf, join, labelOf, newDisplay, newHousehold } from "../support/households.ts";
import { functionEnvironment } from "../support/service.ts";
import { sql } from "../support/sql.ts";

/**
 * Every door for a deed × what became of the occurrence a moment before: the deed is accepted, or told at that
 * door.
 */

interface Flat {
  readonly alice: Person;
  readonly bob: Person;
  readonly ids: Readonly<Record<string, string>>;
  readonly taskId: string;
  readonly display: string;
  readonly label: string;
  /** of the household, and Alice's own, by the names of programs */
  readonly tokens: Readonly<Record<string, string>>;
  /** the due date */
  readonly day: string;
  /** the next day */
  readonly later: string;
}

/** Alice and Bob keep a flat with Carol, who has no account; its bins are due weekly, including today. */
async function newFlat(): Promise<Flat> {
  const [alice, bob] = await Promise.all([newPerson("alice", "Alice"), newPerson("bob", "Bob")]);
  const id = await newHousehold(alice, "The flat", ["Carol"]);
  await join(alice, id, bob);
  const { people } = await householdOf(alice, id);
  const day = await utcDay(0);
  const fields = { start_date: await utcDay(-70), repeat_value: "weekly", household_id: id };
  const task = succeeded<{ id: string }>(
    await createTask(alice, { category: "Home", title: "Bins", ...fields }),
  );
  return {
    ...{ alice, bob, day, taskId: task.id },
    ids: Object.fromEntries(people.map((person) => [person.name, person.id])),
    display: await newDisplay(alice, id, "Hall"),
    label: await labelOf(bob, id, task.id),
    tokens: {
      Panel: await newToken(alice, "tick", id, { name: "Panel" }),
      Script: await newToken(alice, "tick", null, { name: "Script" }),
    },
    later: await utcDay(1),
  };
}

interface Door {
  readonly via: string | null;
  readonly viaName?: string;
  readonly tick: (flat: Flat) => Promise<Answer>;
  readonly undo: (flat: Flat) => Promise<Answer>;
}

/** By a link that was mailed to Alice, or came with a push. */
function byLink(via: "mail" | "push"): Door {
  const follow = async ({ alice, taskId, day }: Flat, action: string) => {
    const claims = { purpose: "done", via, person: alice.id, task: taskId, day } as const;
    const token = await signMailLink(functionEnvironment(), claims, "1 day");
    return callFunction(null, "mail-link", { token, purpose: "done", action });
  };
  return { via, tick: (flat) => follow(flat, "do"), undo: (flat) => follow(flat, "undo") };
}

/** On the tablet or by the label, by Carol. */
function byToken(via: "display" | "label", viaName?: string): Door {
  const parameters = (flat: Flat) => {
    return { token: flat[via], task_id: flat.taskId, day: flat.day, time_zone: "UTC" };
  };
  return {
    ...{ via, ...(viaName && { viaName }) },
    tick: (flat) => rpc(null, "tick_on_display", { ...parameters(flat), people: [flat.ids.Carol] }),
    undo: (flat) => rpc(null, "undo_on_display", parameters(flat)),
  };
}

/** By another program: for Carol, or as Alice. */
function byProgram(viaName: "Panel" | "Script"): Door {
  const ask = async (flat: Flat, deed: "done" | "undo"): Promise<Answer> => {
    const people = viaName === "Panel" && deed === "done" && { people: [flat.ids.Carol] };
    const answer = await askApi(flat.tokens[viaName] ?? null, `POST tasks/${flat.taskId}/${deed}`, {
      ...{ day: flat.day, ...people },
    });
    const { untaken, code, ...body } = answer.body;
    const isFirst = Array.isArray(untaken) && untaken.length === 0;
    return {
      ...answer,
      body: {
        ...body,
        ...(!isFirst && { untaken }),
        ...(code !== undefined && { error: { code } }),
      },
    };
  };
  return {
    ...{ via: "token", viaName },
    tick: (flat) => ask(flat, "done"),
    undo: (flat) => ask(flat, "undo"),
  };
}

const app: Door = {
  via: null,
  tick: ({ alice, taskId, day }) =>
    rpc(alice, "complete_task", { task_id: taskId, completed_date: day }),
  undo: ({ alice, taskId, day }) =>
    rpc(alice, "undo_completion", { task_id: taskId, completed_date: day }),
};

const doors: readonly Door[] = [
  app,
  byLink("mail"),
  byLink("push"),
  byToken("display", "Hall"),
  byToken("label"),
  byProgram("Panel"),
  byProgram("Script"),
];

const completions = ({ taskId }: Flat) =>
  sql<{ day: string; status: string; via: string | null; via_name: string | null }>(
    `select completed_date::text as day, status, via, via_name from public.task_completions
     where task_id = $1 order by 1`,
    [taskId],
  );

const events = ({ taskId }: Flat) =>
  sql<{ kind: string; via: string | null; name: string | null }>(
    `select kind, details ->> 'via' as via, details ->> 'viaName' as name
     from public.task_events where task_id = $1 and kind in ('done', 'undone') order by id`,
    [taskId],
  );

/** A door's answer about the deed in its way: the mail's page shows the day, all others tell it. */
const told = (answer: Answer) => {
  const body = Object(answer.body);
  return { status: body.done?.status ?? body.untaken?.[0]?.status };
};

const putOff = ({ bob, taskId, day, later }: Flat, newDate = later) =>
  rpc(bob, "put_off", { task_id: taskId, due_date: day, new_date: newDate });

describe.each(doors)("by $via $viaName", ({ via, viaName = null, tick, undo }) => {
  const row = { status: "done", via, via_name: viaName };
  const event = { via, name: viaName };

  test("a tick and its undo are told with the door, again changes nothing", async () => {
    const flat = await newFlat();
    for (const again of [1, 2]) {
      expect(succeeded(await tick(flat)), `${again}`).not.toHaveProperty("untaken");
      expect(await completions(flat)).toEqual([{ day: flat.day, ...row }]);
    }
    for (const again of [1, 2]) {
      expect(succeeded(await undo(flat)), `${again}`).not.toHaveProperty("untaken");
      expect(await completions(flat)).toEqual([]);
    }
    expect(await events(flat)).toEqual([
      { kind: "done", ...event },
      { kind: "undone", ...event },
    ]);
  });

  test("put off a moment before: ticked and taken back where it is now, which the answer says", async () => {
    const flat = await newFlat();
    succeeded(await putOff(flat));
    const answer = succeeded<{ day?: string; place?: string }>(await tick(flat));
    expect(await completions(flat)).toEqual([{ day: flat.later, ...row }]);
    if (via) expect(answer.place ?? answer.day).toBe(flat.later);
    succeeded(await undo(flat));
    expect(await completions(flat)).toEqual([]);
  });

  test("put off and back again, or another put off to there: on its day", async () => {
    const flat = await newFlat();
    succeeded(await putOff(flat));
    succeeded(await putOff(flat, flat.day));
    succeeded(await tick(flat));
    expect(await completions(flat)).toMatchObject([{ day: flat.day }]);
    succeeded(await undo(flat));
    succeeded(await putOff(flat));
    succeeded(await putOff({ ...flat, day: await utcDay(7) }, flat.day));
    succeeded(await tick(flat));
    expect(await completions(flat)).toMatchObject([{ day: flat.day }]);
  });

  test("skipped a moment before: nothing changes, and who was first is told", async () => {
    const flat = await newFlat();
    succeeded(await rpc(flat.bob, "skip_occurrence", { task_id: flat.taskId, day: flat.day }));
    const answer = await tick(flat);
    expect(told(answer)).toEqual({ status: "skipped" });
    const said = JSON.stringify(answer.body);
    expect(said).toContain(via?.match(/mail|push/) ? "Bob" : flat.ids.Bob);
    // Without an account nobody learns of one.
    if (via?.match(/display|label|token/)) expect(said).not.toContain(flat.bob.id);
    expect(await completions(flat)).toMatchObject([{ status: "skipped", via: null }]);
  });

  test("done by another meanwhile, alone or in a catch-up: the first one's stays, and is told", async () => {
    const flat = await newFlat();
    const { bob, taskId, day } = flat;
    succeeded(await rpc(bob, "complete_task", { task_id: taskId, completed_date: day }));
    expect(told(await tick(flat))).toEqual({ status: "done" });
    expect(await completions(flat)).toMatchObject([{ via: null }]);
    const other = await newFlat();
    const days = [[Date.parse(other.day) / 86_400_000 - 7, 8]];
    const id = crypto.randomUUID();
    succeeded(
      await rpc(other.bob, "catch_up", { id, task_id: other.taskId, days, status: "done" }),
    );
    expect(told(await tick(other))).toEqual({ status: "done" });
    expect(await completions(other)).toEqual([]);
  });

  test("paused a moment before: it was done all the same", async () => {
    const flat = await newFlat();
    const pause = { task_id: flat.taskId, first_day: flat.day, last_day: flat.later };
    succeeded(await rpc(flat.bob, "pause_task", pause));
    succeeded(await tick(flat));
    expect(await completions(flat)).toEqual([{ day: flat.day, ...row }]);
  });

  test("deleted a moment before: refused, and nothing is written", async () => {
    const flat = await newFlat();
    succeeded(await rpc(flat.bob, "delete_task", { task_id: flat.taskId }));
    const answer = await tick(flat);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(["TASK_NOT_FOUND", "LINK_NOT_VALID"]).toContain(refusalCode(answer));
    expect(await completions(flat)).toEqual([]);
  });
});

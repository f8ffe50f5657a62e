import fc from "fast-check";
import { expect } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import {
  newAddress,
  newPerson,
  type Person,
  refusalCode,
  rest,
  rpc,
  signIn,
} from "../support/actors.ts";
import { addTask, type Invitation } from "../support/actors-tasks.ts";
import { Tally } from "../support/dimensions.ts";
import { sql } from "../support/sql.ts";
import { Model, type ModelPerson, type ModelTask, type Status } from "./consent-model.ts";

/** Random steps of sharing, applied to the database and the model alike. */

export async function readScreen({ person }: ModelPerson) {
  const list = (await rpc(person, "list_tasks")).body as {
    tasks: TaskJson[];
    invitations: Invitation[];
  };
  const shares = (await rest(person, "GET", "task_shares?select=task_id,contact_email,status"))
    .body as { task_id: string; contact_email: string; status: Status }[];
  return {
    tasks: Object.fromEntries(list.tasks.map((task) => [task.id, task.people])),
    invitations: Object.fromEntries(
      list.invitations.map(({ senderId, count }) => [senderId, count]),
    ),
    statuses: Object.fromEntries(
      shares.map((share) => [`${share.task_id} ${share.contact_email}`, share.status]),
    ),
  };
}

export interface Step {
  readonly kind: (typeof kinds)[number];
  /** Most steps are aimed at people and tasks for which they do something, as they seldom would by chance. */
  readonly isAimed: boolean;
  readonly who: number;
  readonly other: number;
  readonly task: number;
}
const kinds = [
  ...["share", "share", "share", "share", "unshare", "unshare", "accept", "accept", "decline"],
  ...["block", "unblock", "leave", "leave", "ask", "tick", "tick", "rename", "confirm", "move"],
  ...["close"],
] as const;

/** Counts of the steps that were done, and of the refusals. */
export const done = new Tally([
  ...new Set<string>(kinds),
  ...["INVITATION_NOT_FOUND", "NOT_ALLOWED", "TASK_NOT_FOUND"],
]);

/** The step, aimed at a person and a task or another person for whom it does something. */
export function aimed(model: Model, step: Step): Step {
  const pairs = (holds: (person: ModelPerson, task: ModelTask) => boolean) =>
    model.people.flatMap((person, who) =>
      model.tasks.flatMap((one, task) =>
        !person.isClosed && holds(person, one) ? [{ who, other: who, task, owner: one.owner }] : [],
      ),
    );
  const isShared = (person: ModelPerson, task: ModelTask) => task.shares.has(person.email);
  const waits = (person: ModelPerson, task: ModelTask) =>
    model.waiting(person, model.owner(task)).includes(task);
  const targets = () => {
    switch (step.kind) {
      case "share":
        // To share again a task that was left or declined.
        return pairs((person, task) => model.hasLeft(person, task) && !isShared(person, task));
      case "unshare":
        return pairs(isShared);
      case "leave":
      case "tick":
        return pairs(model.takesPart);
      case "ask":
        return pairs(model.hasLeft);
      case "accept":
      case "decline":
        return pairs(waits).map((pair) => ({ ...pair, other: pair.owner }));
      case "block":
        return pairs(isShared).map((pair) => ({ ...pair, other: pair.owner }));
      case "unblock":
        return pairs((person, task) => model.consent(person, model.owner(task)) === "blocked").map(
          (pair) => ({ ...pair, other: pair.owner }),
        );
      default:
        return [];
    }
  };
  const all = step.isAimed ? targets() : [];
  const target = all[(step.who * 24 + step.other * 6 + step.task) % all.length];
  if (target === undefined) return step;
  const { who, other, task } = target;
  return { ...step, who, other, task };
}

const codeOf = async (answer: ReturnType<typeof rpc>) => {
  const { status } = await answer;
  return status < 400 ? "ok" : refusalCode(await answer);
};

/** Applies one step to the database and the model; expects the same answer of both. */
export async function take(model: Model, step: Step): Promise<void> {
  const who = model.people[step.who] as ModelPerson;
  const other = model.people[step.other] as ModelPerson;
  const task = model.tasks[step.task] as ModelTask;
  const owner = model.owner(task);
  const { id } = who.person;
  const pair = `${id} ${other.person.id}`;
  const sender = { sender: other.person.id };
  if (who.isClosed || owner.isClosed) return;
  const expectCode = async (answer: ReturnType<typeof rpc>, code: string) => {
    expect(await codeOf(answer)).toBe(code);
    done.note(code === "ok" ? step.kind : code);
  };
  switch (step.kind) {
    case "share":
    case "unshare": {
      // The address may have become the owner's own since, and can't be added again.
      if (other === owner || other.isClosed || task.shares.has(owner.email)) return;
      const before = task.shares.get(other.email);
      if (step.kind === "share") {
        if (!before) task.shares.set(other.email, { status: "invited", holder: null });
      } else if (before) {
        task.shares.delete(other.email);
        model.settleShare(task, before, null);
      }
      const share_with = [...task.shares.keys()];
      const parameters = { task_id: task.id, fields: {}, share_with };
      await expectCode(rpc(owner.person, "update_task", parameters), "ok");
      return;
    }
    case "accept": {
      const isWaiting = model.waiting(who, other).length > 0;
      const isAccepted = model.consents.get(pair) === "accepted";
      await expectCode(
        rpc(who.person, "accept_sender", sender),
        isWaiting || isAccepted ? "ok" : "INVITATION_NOT_FOUND",
      );
      if (isWaiting) model.consents.set(pair, "accepted");
      return;
    }
    case "decline":
      for (const waiting of model.waiting(who, other)) model.left.set(`${id} ${waiting.id}`, false);
      await expectCode(rpc(who.person, "decline_sender", sender), "ok");
      return;
    case "block": {
      const ofOther = model.liveTasks().filter((one) => model.owner(one) === other);
      const mayBlock =
        who !== other &&
        !other.isClosed &&
        (model.consents.has(pair) ||
          ofOther.some(
            (one) => (who.isConfirmed && one.shares.has(who.email)) || model.hasLeft(who, one),
          ));
      await expectCode(
        rpc(who.person, "block_sender", sender),
        mayBlock ? "ok" : "INVITATION_NOT_FOUND",
      );
      if (mayBlock) model.consents.set(pair, "blocked");
      return;
    }
    case "unblock":
      if (model.consents.get(pair) === "blocked") model.consents.delete(pair);
      await expectCode(rpc(who.person, "unblock_sender", sender), "ok");
      return;
    case "leave": {
      const may = model.takesPart(who, task);
      const again = model.left.get(`${id} ${task.id}`) === true;
      await expectCode(
        rpc(who.person, "leave_task", { task_id: task.id }),
        may || again ? "ok" : who === owner ? "NOT_ALLOWED" : "TASK_NOT_FOUND",
      );
      if (may) model.left.set(`${id} ${task.id}`, true);
      return;
    }
    case "ask":
      model.left.delete(`${id} ${task.id}`);
      await expectCode(rpc(who.person, "ask_for_tasks", { task_ids: [task.id] }), "ok");
      return;
    case "tick": {
      const may = who === owner || model.takesPart(who, task);
      model.days += 1;
      const day = new Date(Date.UTC(2020, 0, model.days)).toISOString().slice(0, 10);
      const occurrence = { task_id: task.id, completed_date: day };
      await expectCode(rpc(who.person, "complete_task", occurrence), may ? "ok" : "TASK_NOT_FOUND");
      if (!may) return;
      task.done.add(id);
      if (who === owner) return;
      task.formerNames.delete(id);
      const share = task.shares.get(who.email);
      if (share) share.status = "taking_part";
      return;
    }
    case "rename":
      done.note(step.kind);
      who.name = `Name ${model.days++}`;
      await rest(who.person, "PATCH", `profiles?id=eq.${id}`, { full_name: who.name });
      return;
    case "confirm":
      done.note(step.kind);
      who.isConfirmed = !who.isConfirmed;
      await sql(
        "update auth.users set email_confirmed_at = case when $2 then now() end where id = $1",
        [id, who.isConfirmed],
      );
      if (who.isConfirmed) {
        // Anything begun before the address was confirmed has ended.
        for (const pair of [...model.consents.keys()].filter((one) => one.startsWith(id)))
          model.consents.delete(pair);
        who.person = await signIn(id, who.email);
      }
      return;
    case "move": {
      // Moves to an address that may have waiting shares: one that somebody has left, if there is any.
      const taken = new Set(model.people.filter((one) => !one.isClosed).map(({ email }) => email));
      const free = model.tasks.flatMap(({ shares }) => [...shares.keys()]);
      done.note(step.kind);
      who.email = free.find((address) => !taken.has(address)) ?? newAddress("moved");
      await sql("update auth.users set email = $2 where id = $1", [id, who.email]);
      return;
    }
    case "close":
      // Seldom, as a run without people shows nothing.
      if (step.task > 0) return;
      done.note(step.kind);
      who.isClosed = true;
      for (const one of model.tasks) one.done.delete(id);
      await sql("delete from auth.users where id = $1", [id]);
      for (const key of [...model.consents.keys()]) {
        if (key.includes(id)) model.consents.delete(key);
      }
  }
}

export async function start(): Promise<Model> {
  const model = new Model();
  const people = await Promise.all(
    ["Ann", "Ben", "Cat", "Dan"].map((name) => newPerson("p", name)),
  );
  for (const [n, person] of people.entries()) {
    const name = ["Ann", "Ben", "Cat", "Dan"][n] ?? "";
    model.people.push({ person, email: person.email, name, isConfirmed: true, isClosed: false });
  }
  for (const owner of [0, 0, 0, 1, 1, 2]) {
    const { id } = await addTask(people[owner] as Person, { is_shared: true });
    model.tasks.push({ id, owner, shares: new Map(), done: new Set(), formerNames: new Map() });
  }
  return model;
}

const step = fc.record<Step>({
  kind: fc.constantFrom(...kinds),
  isAimed: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
  who: fc.nat(3),
  other: fc.nat(3),
  task: fc.nat(5),
});
export const stepsOf = (count: number) => fc.array(step, { minLength: count, maxLength: count });

import { dayInZone } from "../../../src/domain/dates/time-zone.ts";
import type { TaskJson } from "../../../src/domain/tasks/task-json.ts";
import { failure } from "../_shared/failure.ts";
import { checkedTask, fieldsOfLine } from "./new-task.ts";
import type { Route } from "./routes.ts";
import { asked, nextShape, peopleOf, type TokenList, taskShape, todayShape } from "./shapes.ts";
import type { Use } from "./token.ts";

/** A request that has been read. */
export interface Given {
  /** the task's id, the query's values and the body's */
  readonly input: Readonly<Record<string, unknown>>;
  readonly key: string | null;
  /** the digest of the list that the client has; null if it doesn't say */
  readonly known: string | null;
  /** milliseconds since the epoch */
  readonly now: number;
}

/** What is answered; `tag` stands for it, and `body` is absent where the client has it already. */
interface Result {
  readonly body?: object;
  readonly tag?: string;
  readonly isReplayed?: boolean;
}

type Operation = (use: Use, given: Given) => Promise<Result>;

interface List extends TokenList {
  readonly tasks: readonly TaskJson[];
}

/** Without the tasks or the households that the client has. */
type NewOfList = Omit<List, "tasks" | "households"> & Partial<List>;

/** Answers with the list; without a body if that, and the day, are what the client knows. */
const ofList =
  (shape: (tasks: readonly TaskJson[], by: ReturnType<typeof asked>) => object): Operation =>
  async (use, { known, now }) => {
    const [digest, day] = known?.split("@") ?? [];
    const { tasks, households, ...list } = await use<NewOfList>("list", { known: digest });
    const today = dayInZone(now, list.timeZone);
    if (!tasks && day === today) return { tag: `${list.digest}@${today}` };
    const whole = tasks && households ? { ...list, tasks, households } : await use<List>("list");
    const by = asked(whole, now);
    return { tag: `${whole.digest}@${by.today}`, body: shape(whole.tasks, by) };
  };

const deed =
  (operation: Route["name"]): Operation =>
  async (use, { input, key }) => {
    const { replayed, ...body } = await use<{ replayed?: true }>(operation, input, key);
    return { body, isReplayed: replayed === true };
  };

const add: Operation = async (use, { input, key, now }) => {
  const { notes: subtitle, household: householdId, ...others } = input;
  let fields: object = { ...others, subtitle, householdId };
  const list = await use<List>("list");
  const by = asked(list, now);
  if (typeof input.line === "string") {
    fields = await fieldsOfLine({ ...input, line: input.line }, list.tasks, by);
  }
  const { task, replayed } = await use<{ task: TaskJson; replayed?: true }>(
    "add",
    checkedTask(fields),
    key,
    input,
  );
  return { body: { task: taskShape(task, by) }, isReplayed: replayed === true };
};

interface Changes extends TokenList {
  readonly told: number;
  readonly at: string;
  readonly isWhole: boolean;
  readonly tasks: readonly TaskJson[];
  readonly deleted: readonly string[];
  readonly deeds: readonly object[];
}

const changes: Operation = async (use, { input, now }) => {
  const [since, at] = typeof input.since === "string" ? input.since.split(".").map(Number) : [];
  const sinceAt = at === undefined ? null : new Date(at).toISOString();
  const changed = await use<Changes>("changes", { since, sinceAt });
  const by = asked(changed, now);
  const { isWhole, deleted, deeds, told } = changed;
  return {
    body: {
      next: `${told}.${Date.parse(changed.at)}`,
      ...{ isWhole, people: peopleOf(by).people },
      tasks: changed.tasks.map((task) => taskShape(task, by)),
      ...{ deleted, deeds },
    },
  };
};

interface OneTask extends TokenList {
  readonly task: TaskJson | null;
  readonly recent: readonly object[];
}

/** What each route does. */
export const operations: Readonly<Record<Route["name"], Operation>> = {
  today: ofList(todayShape),
  tasks: ofList((tasks, by) => ({ tasks: tasks.map((task) => taskShape(task, by)) })),
  people: ofList((_tasks, by) => peopleOf(by)),
  task: async (use, { input, now }) => {
    const { task, recent, ...list } = await use<OneTask>("task", input);
    if (task === null) throw failure("TASK_NOT_FOUND");
    const by = asked(list, now);
    return { body: { task: taskShape(task, by), next: nextShape(task, by), recent } };
  },
  record: async (use, { input }) => ({ body: await use("record", input) }),
  changes,
  add,
  done: deed("done"),
  undo: deed("undo"),
  skip: deed("skip"),
  "put-off": deed("put-off"),
  note: deed("note"),
  event: deed("event"),
};

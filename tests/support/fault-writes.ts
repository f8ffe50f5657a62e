import { randomUUID } from "node:crypto";
import type { AppClient } from "./app-client.ts";
import {
  completeOccurrence,
  createTask,
  deleteTask,
  undoCompletion,
  updateTask,
} from "./app-writes.ts";
import { day } from "./day.ts";
import type { Random } from "./random.ts";
import { sql } from "./sql.ts";
import type { WriteHistory } from "./write-history.ts";

/** The writes of a fault run, and checks that the database keeps the acknowledged ones. */

/** Few enough tasks for people to collide. */
const TASKS_EACH = 6;
const DAYS = 4;

const listOf = (emails: readonly string[]) => emails.toSorted().join(" ");

/** Makes a random write and records it; never rejects. */
export function act(
  { session, email, tasks }: AppClient,
  emails: readonly string[],
  history: WriteHistory,
  random: Random,
): Promise<void> {
  const pick = <T>(items: readonly T[]): T | undefined => items[random(items.length)];
  const task = pick(tasks());
  const own = tasks().filter(({ ownerId }) => ownerId === session.userId);
  const mine = pick(own);
  const date = day(-random(DAYS));
  const shareWith = emails.filter((other) => other !== email && random(2) === 0);
  const kind = random(10);
  if (task && kind < 4) {
    const write = completeOccurrence(session, { task, date });
    return history.note([[`${task.id} ${date}`, "done"]], write);
  }
  if (task && kind < 6) {
    const write = undoCompletion(session, { task, date });
    return history.note([[`${task.id} ${date}`, "not done"]], write);
  }
  if (mine && kind < 7) {
    const write = updateTask(session, { id: mine.id, isShared: true, shareWith });
    return history.note([[`${mine.id} shares`, listOf(shareWith)]], write);
  }
  if (mine && kind < 8) {
    const title = `Chore ${randomUUID()}`;
    return history.note([[`${mine.id} title`, title]], updateTask(session, { id: mine.id, title }));
  }
  if (mine && own.length > TASKS_EACH) {
    return history.note([[`${mine.id} life`, "deleted"]], deleteTask(session, mine));
  }
  const id = randomUUID();
  const title = `Chore ${id}`;
  const write = createTask(session, {
    ...{ id, title, category: "Chaos", startDate: day(-DAYS) },
    ...{ isShared: true, shareWith },
  });
  const entries = { life: "there", title, shares: listOf(shareWith) };
  return history.note(
    Object.entries(entries).map(([field, value]) => [`${id} ${field}`, value]),
    write,
  );
}

interface StoredTask {
  readonly id: string;
  readonly title: string;
  readonly is_active: boolean;
  readonly shares: string[];
  readonly done: string[];
}

/** Compares the database with the acknowledged writes; counts its contents. */
export async function brokenPromises(history: WriteHistory, owners: readonly string[]) {
  const stored = await sql<StoredTask>(
    `select id, title, is_active,
       array(select contact_email from private.task_shares where task_id = tasks.id) as shares,
       array(select completed_date::text from public.task_completions where task_id = tasks.id)
         as done
     from public.tasks where user_id = any ($1)`,
    [owners],
  );
  const tasks = new Map(stored.map((task) => [task.id, task]));
  const broken: string[] = [];
  const created = new Set<string>();
  for (const { thing, values } of history.possible()) {
    const [id = "", aspect = ""] = thing.split(" ");
    created.add(id);
    const task = tasks.get(id);
    // A deletion ends the shares, and nobody can see the rest of a deleted task.
    if (!task?.is_active && aspect !== "life") continue;
    const value = stateOf(task, aspect);
    // In the beginning, no occurrence was done.
    const isPossible = values.has(value) || (value === "not done" && values.has(null));
    if (!isPossible) broken.push(`${thing} is "${value}" instead of "${[...values]}"`);
  }
  const active = stored.filter((task) => task.is_active);
  for (const task of stored) if (!created.has(task.id)) broken.push(`${task.id}: nobody made it`);
  for (const texts of [active.map(({ title }) => title), ...active.map(({ done }) => done)]) {
    if (new Set(texts).size < texts.length) broken.push(`twice: ${texts}`);
  }
  const completions = active.reduce((sum, { done }) => sum + done.length, 0);
  return { broken, tasks: active.length, completions };
}

/** In the history's words; null for something that never existed, or is as if it hadn't. */
function stateOf(task: StoredTask | undefined, aspect: string): string | null {
  if (aspect === "life") return task ? (task.is_active ? "there" : "deleted") : null;
  if (task === undefined) return null;
  if (aspect === "title") return task.title;
  if (aspect === "shares") return listOf(task.shares);
  return task.done.includes(aspect) ? "done" : "not done";
}

import type { Session } from "../../auth/session.ts";
import { DaySet } from "../../domain/dates/day-set.ts";
import { US_ENGLISH } from "../../domain/language/locale.ts";
import type { Deed } from "../../domain/tasks/deed.ts";
import { doersName } from "../../domain/tasks/task.ts";
import type { TaskJson } from "../../domain/tasks/task-json.ts";
import type { TaskChange } from "../task-change.ts";
import { cachedTaskList } from "../task-list.ts";
import type { First, Outcome } from "./storage.ts";

type FirstOutcome = Extract<Outcome, { kind: "first" }>;

/** Says who was first, in English, as it is stored, and of how many days the change was taken. */
export function firstOf(
  session: Pick<Session, "queryClient" | "userId">,
  change: TaskChange,
  deeds: readonly Deed[],
  task: Pick<TaskJson, "people" | "householdId"> | undefined,
): FirstOutcome {
  const household = cachedTaskList(session)?.households.find(({ id }) => id === task?.householdId);
  const named = { people: task?.people ?? {}, ...(household && { household }) };
  const [first, ...others] = deeds.map(({ completedBy = null, people, ...deed }): First => {
    const name = doersName(named, { completedBy, people }, session.userId, US_ENGLISH);
    const { completedAt: at, ...rest } = deed;
    return { name, at, ...rest };
  });
  const asked = change.kind === "catch-up" ? DaySet.fromRuns(change.days) : DaySet.empty;
  const left = asked.minus(DaySet.fromRuns(deeds.flatMap(({ days }) => days)));
  return {
    ...{ kind: "first", ...(first as First) },
    ...(others.length > 0 && { others }),
    ...(left.size > 0 && { taken: left.size }),
  };
}

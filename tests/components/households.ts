import type { Household, Role } from "../../src/domain/households/household.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { day, ZONE } from "../support/day.ts";
import { onDays, PETRA } from "./show.tsx";

/** A household of Petra and others, with their names as ids. */
export function householdOf(
  name: string,
  others: readonly string[],
  role: Role = "keeper",
): Household {
  const people = ["Petra Person", ...others].map((person, index) => ({
    id: person,
    name: person,
    face: index % 10,
    role: index === 0 ? role : ("member" as const),
    isJoined: index === 0,
  }));
  return { id: name, name, role, me: "Petra Person", people };
}

/** The task with today's occurrence done by people of its household, five minutes ago. */
export function doneBy(task: TaskJson, people: readonly string[], saidBy: string): TaskJson {
  const completedBy = saidBy === "Petra Person" ? PETRA.id : "somebody";
  const completedAt = new Date(Date.now() - 5 * 60_000).toISOString();
  const done = { date: day(0), status: "done" as const, completedAt, timeZone: ZONE };
  return {
    ...task,
    ...onDays(day(0)),
    recentCompletions: [{ ...done, completedBy, people, saidBy }],
  };
}

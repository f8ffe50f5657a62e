import type { Household } from "../../src/domain/households/household.ts";
import type { Task } from "../../src/domain/tasks/task.ts";
import { taskOf } from "./task-fixture.ts";

/** The flat of Alice, who looks at it, Bob and Carol; Carol has no account. */
export const flatOf = (changes: Partial<Household> = {}): Household => ({
  ...{ id: "flat", name: "The flat", role: "keeper", me: "alice" },
  people: ["Alice", "Bob", "Carol"].map((name, face) => ({
    ...{ id: name.toLowerCase(), name, face, role: "member" },
    isJoined: name !== "Carol",
  })),
  ...changes,
});

/** A daily task of the flat from Nov 1, 2026 on, for which the three take turns. */
export const turnTask = (changes: Partial<Task> = {}, household: Partial<Household> = {}): Task =>
  taskOf({
    ...{ title: "Bins", householdId: "flat", household: flatOf(household) },
    roster: ["alice", "bob", "carol"],
    ...changes,
  });

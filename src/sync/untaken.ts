import type { Deed } from "../domain/tasks/deed.ts";
import type { TaskJson } from "../domain/tasks/task-json.ts";
import { createStore } from "../store/store.ts";
import type { TaskChange } from "./task-change.ts";

/** A change that was sent at once, and what came before it and stays. */
interface GaveWay {
  readonly change: TaskChange;
  readonly task: TaskJson;
  readonly deeds: readonly Deed[];
}

/** The latest of them: completions/tell-untaken.tsx says it, whoever has sent it. */
export const gaveWay = createStore<GaveWay | null>(null);

import type { CatchUp, Task } from "./task.ts";

/** The catch-ups of one go share their ids' first letters, so that they are told as one. */
const GO_LENGTH = 24;

/** Makes the ids of one go's catch-ups. */
export function newGo(): () => string {
  const go = crypto.randomUUID().slice(0, GO_LENGTH);
  return () => go + crypto.randomUUID().slice(GO_LENGTH);
}

/** Catch-ups of several tasks in one go. */
export interface FreshStart {
  readonly id: string;
  readonly parts: readonly { readonly task: Task; readonly catchUp: CatchUp }[];
}

/** Which of some catch-ups were made in one go with others, as one each. */
export function freshStarts(parts: FreshStart["parts"]): FreshStart[] {
  const goes = new Map<string, FreshStart["parts"][number][]>();
  for (const part of parts) {
    const go = part.catchUp.id.slice(0, GO_LENGTH);
    goes.set(go, [...(goes.get(go) ?? []), part]);
  }
  return [...goes]
    .map(([id, those]) => ({ id, parts: those }))
    .filter((one) => one.parts.length > 1);
}

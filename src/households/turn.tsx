import { hasTurns } from "../domain/turns/has-turns.ts";
import { late, Nothing } from "../ui/late.tsx";
import type { TurnWordsProps } from "./whose-turn.tsx";

const TurnWords = late(() => import("./whose-turn.tsx"), Nothing);

/** Whose turn a day of a task is or was: nothing where it is anybody's. Comes late, to those who have a roster. */
export function Turn(props: TurnWordsProps) {
  return hasTurns(props.task) && <TurnWords {...props} />;
}

import { hasTurns } from "../domain/turns/has-turns.ts";
import { late, Nothing } from "../ui/late.tsx";
import type { TurnWordsProps } from "./whose-turn.tsx";

const TurnWords = late(() => import("./whose-turn.tsx"), Nothing);

/** Loaded late, for those who have a roster; empty if it is anybody's turn. */
export function Turn(props: TurnWordsProps) {
  return hasTurns(props.task) && <TurnWords {...props} />;
}

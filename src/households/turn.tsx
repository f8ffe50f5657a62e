import { hasTurns } from "../domain/turns/has-turns.ts";
import { late } from "../ui/late.tsx";
import type { TurnWordsProps } from "./whose-turn.tsx";

const Said = ({ said }: TurnWordsProps) => said;

const TurnWords = late(() => import("./whose-turn.tsx"), Said);

/** Loaded late, for those who have a roster; what is `said` alone if it is anybody's turn. */
export function Turn(props: TurnWordsProps) {
  return hasTurns(props.task) ? <TurnWords {...props} /> : props.said;
}

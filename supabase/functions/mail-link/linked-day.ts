import { dayInZone } from "../../../src/domain/dates/time-zone.ts";
import type { Household } from "../../../src/domain/households/household.ts";
import type { TaskJson } from "../../../src/domain/tasks/task-json.ts";
import { turnOn } from "../../../src/domain/turns/turns.ts";
import { listedTasks } from "../_shared/listed-tasks.ts";

/** What `follow_done_link` answers, as far as it is read here. */
export interface Followed {
  /** IANA name, of the person whose mail or push it is */
  readonly timeZone: string;
  /** the day on which the occurrence is now */
  readonly place: string;
  readonly done: object | null;
  readonly task: TaskJson;
  readonly household: Household | null;
}

/**
 * How an occurrence stands, for whoever follows its link. `asks` has the people who may have done it, the link's person
 * first, where it is open and somebody else's turn: nobody is taken to have done another's.
 */
export function linkedDay({ task, household, ...state }: Followed, now: Date) {
  const [listed] = listedTasks({ tasks: [task], households: household ? [household] : [] });
  const turn = listed ? turnOn(listed, state.place, dayInZone(now, state.timeZone)) : null;
  const isOthers = household !== null && turn !== null && turn !== household.me;
  if (state.done !== null || !isOthers) return { ...state, asks: null };
  const people = household.people.map(({ id, name, face }) => {
    return { id, name, face, isMe: id === household.me };
  });
  return { ...state, asks: people.sort((a, b) => Number(b.isMe) - Number(a.isMe)) };
}

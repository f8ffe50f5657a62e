import { dayInZone } from "../../../src/domain/dates/time-zone.ts";
import type { Household } from "../../../src/domain/households/household.ts";
import type { TaskJson } from "../../../src/domain/tasks/task-json.ts";
import { turnOn } from "../../../src/domain/turns/turns.ts";
import { listedTasks } from "../_shared/listed-tasks.ts";

/** The parts of `follow_done_link`'s answer that are read here. */
export interface Followed {
  /** IANA name, for the person who got the mail or push */
  readonly timeZone: string;
  /** the day of the occurrence now */
  readonly place: string;
  readonly done: object | null;
  readonly task: TaskJson;
  readonly household: Household | null;
}

/**
 * The state of an occurrence, for the holder of its link. If it is open and somebody else's turn, `asks`
 * lists the people who may have done it, the link's person first: nobody is assumed to have done another's.
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

import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import type { HouseholdPerson } from "../households/household.ts";
import type { Locale } from "../language/locale.ts";
import { isSettled, taskOccurrences } from "../recurrence/task-schedule.ts";
import { personName, type Task } from "../tasks/task.ts";
import { lastDayOfTurn, turnOf, turnText } from "./turn-words.ts";
import { turnDay } from "./turns.ts";

/** The viewer's actions on the turn of a day. */
export interface TurnActions {
  /** by which the turn is known */
  readonly day: CalendarDate;
  /** it and the later days of the same turn on which the task is due */
  readonly restDays: readonly CalendarDate[];
  /** 'Bob’s turn', 'Your turn. You have asked Carol.' */
  readonly text: string;
  readonly take: boolean;
  /** those who can be asked; none where it is not the viewer's to ask */
  readonly offerTo: readonly HouseholdPerson[];
  readonly withdraw: boolean;
  /** those to whom a keeper can give it */
  readonly giveTo: readonly HouseholdPerson[];
  readonly giveBack: boolean;
}

type Offer = Task["offers"][number];

/** As many days as one change may have. */
const MOST_DAYS = 31;

/** Null for a day that is nobody's turn, is settled, or lies before today. */
export function turnActions(
  task: Task,
  date: CalendarDate,
  today: CalendarDate,
  locale: Locale,
): TurnActions | null {
  const { household, roster, swaps, offers } = task;
  const day = turnDay(task, date, today);
  if (!household || household.people.length < 2 || roster.length === 0) return null;
  if (day < today || isSettled(task, toDayNumber(date))) return null;
  const { me, people } = household;
  const isKeeper = household.role === "keeper";
  const turn = turnOf(task, date, today);
  const offer = offers.find((one) => one.day === day);
  const swap = swaps.find((one) => one.day === day);
  const others = people.filter(({ id }) => id !== turn?.id);
  const isMine = turn?.isMine === true;
  const whose = turn ? turnText(turn, locale) : locale.t("Anybody’s turn");
  return {
    day,
    restDays: restOf(task, day),
    text: offer
      ? locale.t("{turn}. {asked} // two sentences", {
          turn: whose,
          asked: askedText(task, offer, locale),
        })
      : whose,
    take: !isMine && (swap === undefined || isOffered(swap.person, me, offer)),
    offerTo: isMine && !offer ? others.filter(({ isJoined }) => isJoined) : [],
    withdraw: offer !== undefined && (offer.from === me || isKeeper),
    giveTo: isKeeper ? others.filter(({ id }) => id !== me) : [],
    giveBack: swap !== undefined && (swap.person === me || isKeeper),
  };
}

/** A taken turn stays taken, unless its holder asks the viewer. */
const isOffered = (holder: string, me: string, offer: Offer | undefined) =>
  offer?.from === holder && (offer.to === null || offer.to === me);

/** 'Bob asks everybody', 'You ask Carol' */
function askedText(task: Task, { from, to }: Offer, locale: Locale): string {
  const { t } = locale;
  const me = task.household?.me;
  const name = personName(task, from, locale);
  const who = from === me ? "you" : to === me ? "toYou" : "other";
  return to === null
    ? t("{who, select, you {You ask everybody} other {{name} asks everybody}}", { who, name })
    : t("{who, select, you {You ask {whom}} toYou {{name} asks you} other {{name} asks {whom}}}", {
        who,
        name,
        whom: personName(task, to, locale),
      });
}

function restOf(task: Task, day: CalendarDate): CalendarDate[] {
  const last = lastDayOfTurn(task, day);
  if (last === day) return [day];
  const due = taskOccurrences(task).between(toDayNumber(day), toDayNumber(last));
  return due
    .filter((one) => !isSettled(task, one))
    .slice(0, MOST_DAYS)
    .map(fromDayNumber);
}

import { randomUUID } from "node:crypto";
import { fromDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { sql } from "../support/sql.ts";
import {
  type Account,
  type HouseAbsence,
  type Household,
  type Model,
  personOf,
  todayIn,
} from "./household-model.ts";
import { inHousehold, type Plan } from "./household-model-people.ts";

/** What people say of a household's days: that nobody is there, and in which time zone that is. */

/** The first two never have the same date: 25 hours lie between them. */
export const ZONES = ["Pacific/Kiritimati", "Pacific/Niue", "Europe/Berlin"];

const absencesOf = (model: Model) => model.households.flatMap(({ absences }) => absences);

/** @param number some are over before they begin, and one has the id of another, here or elsewhere */
export function enterAbsence(model: Model, home: Household, who: Account, number: number): Plan {
  const known = number === 11 ? absencesOf(model)[0] : undefined;
  const id = known?.id ?? randomUUID();
  const today = todayIn(home);
  const from = today - 1 + (number % 5);
  const to = from + (number % 4);
  const isAgain = known !== undefined && home.absences.includes(known);
  const isRight = isAgain || (known === undefined && to >= today);
  const days = { from_day: fromDayNumber(from), to_day: fromDayNumber(to) };
  return {
    call: ["enter_house_absence", { household_id: home.id, id, ...days }],
    code: inHousehold(home, who, "member") ?? (isRight ? "ok" : "VALIDATION_FAILED"),
    apply: () => {
      if (isAgain) return;
      const by = personOf(home, who)?.id as string;
      home.absences.push({ id, from: Math.max(from, today), to, endedOn: null, by });
    },
  };
}

/** From today on, or in one go where it has not begun: what was before today stays. */
export function endAbsence(home: Household, who: Account, absence: HouseAbsence): Plan {
  const isHere = home.absences.includes(absence);
  const today = todayIn(home);
  return {
    call: ["end_house_absence", { household_id: home.id, id: absence.id }],
    code: inHousehold(home, who, "member") ?? (isHere ? "ok" : "VALIDATION_FAILED"),
    apply: () => {
      if (absence.endedOn !== null || absence.to < today) return;
      absence.endedOn = Math.max(today, absence.from);
    },
  };
}

export function setZone(home: Household, who: Account, zone: string): Plan {
  return {
    call: ["set_household_zone", { household_id: home.id, time_zone: zone }],
    code: inHousehold(home, who, "keeper") ?? "ok",
    apply: () => {
      home.nextZone = zone === home.zone ? null : zone;
    },
  };
}

/** As if all of a household's days had been entered some days ago; everybody is told. */
export async function letPass(model: Model, home: Household, days: number): Promise<void> {
  const of = [home.id, days];
  await sql(
    `update public.house_absences set from_day = from_day - $2::int, to_day = to_day - $2::int,
       ended_on = ended_on - $2::int where household_id = $1`,
    of,
  );
  await sql(
    `update public.household_zones set counts_from = counts_from - $2::int * interval '1 day',
       first_day = first_day - $2::int where household_id = $1 and counts_from > '-infinity'`,
    of,
  );
  await sql(
    `update public.tasks set household_since = household_since - $2::int, revision = revision + 1,
       paused = (select coalesce(range_agg(daterange(lower(one) - $2::int, upper(one) - $2::int)), '{}')
                 from unnest(paused) as one)
     where household_id = $1`,
    of,
  );
  await sql(
    `select private.send_household($1, array(
       select id from public.tasks where household_id = $1 and is_active))`,
    [home.id],
  );
  for (const absence of home.absences) {
    absence.from -= days;
    absence.to -= days;
    if (absence.endedOn !== null) absence.endedOn -= days;
  }
  for (const task of model.tasks.filter(({ household }) => household === home)) {
    task.since -= days;
    task.ownPauses = task.ownPauses.map((day) => day - days);
  }
  Object.assign(home, { zone: home.nextZone ?? home.zone, nextZone: null });
}

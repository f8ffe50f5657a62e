import { type CalendarDate, fromDayNumber } from "../dates/calendar-date.ts";
import type { Locale } from "../language/locale.ts";
import { turnOf } from "../turns/turn-words.ts";
import type { Behind } from "./fresh-start.ts";
import { sharedHousehold } from "./task.ts";

/** Groups tasks by whose turn the latest missed day was: the viewer's first, nobody's last. */
export function byWhose(behind: readonly Behind[], today: CalendarDate, locale: Locale) {
  const [yours, anybodys] = [locale.t("Yours // tasks"), locale.t("Anybody's // tasks")];
  const groups = new Map<string, Behind[]>([[yours, []]]);
  for (const one of behind) {
    const turn = turnOf(one.task, fromDayNumber(one.days.last), today);
    const name = turn ? !turn.isMine && turn.name : sharedHousehold(one.task) && anybodys;
    groups.set(name || yours, [...(groups.get(name || yours) ?? []), one]);
  }
  const anybody = groups.get(anybodys);
  groups.delete(anybodys);
  return [...groups, [anybodys, anybody ?? []] as const].filter(([, those]) => those.length > 0);
}

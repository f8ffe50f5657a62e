import { chakra } from "@chakra-ui/react";
import { useAuth } from "../../auth/auth.tsx";
import { formatDate } from "../../domain/dates/format-date.ts";
import { type Message, msg } from "../../domain/language/messages.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import { seasonText } from "../../domain/recurrence/season-text.ts";
import { becauseText } from "../../domain/tasks/because-text.ts";
import { mayEdit, type Task } from "../../domain/tasks/task.ts";
import { Belonging } from "../../households/belonging.tsx";
import { DOTTED } from "../../ui/dotted.styles.ts";
import { useLocale } from "../../ui/use-locale.ts";

/** How long it takes, by effort. */
const TAKES: Readonly<Record<number, Message>> = {
  1: msg("Takes: a moment"),
  2: msg("Takes: a while"),
  3: msg("Takes: about an hour"),
  4: msg("Takes: some hours"),
  5: msg("Takes: half a day"),
};

export function TaskFacts({ task }: { task: Task }) {
  const locale = useLocale();
  const { t } = locale;
  const { user } = useAuth();
  const isMine = mayEdit(task, user?.id ?? "");
  const owner = task.people[task.ownerId];
  const [before] = task.formerSchedules;
  const because = becauseText(task, locale);
  return (
    <chakra.ul
      display="flex"
      flexWrap="wrap"
      color="fg.muted"
      fontSize="sm"
      fontVariantNumeric="tabular-nums"
      css={DOTTED}
    >
      <li>
        {task.season
          ? t("{rhythm}, only {months} // 'Weekly on Friday', 'from May to September'", {
              rhythm: repeatText(task, locale),
              months: seasonText(task.season, locale),
            })
          : repeatText(task, locale)}
      </li>
      <li>
        {task.endDate
          ? t("From {first} to {last} // dates", {
              first: formatDate(task.startDate, locale),
              last: formatDate(task.endDate, locale),
            })
          : t("From {date}", { date: formatDate(task.startDate, locale) })}
      </li>
      {because !== null && <li>{because}</li>}
      {task.effort !== null && <li>{t(TAKES[task.effort] ?? "")}</li>}
      {before && before.startDate < task.startDate && (
        <li>
          {t("Before: {rhythm} from {date} // 'Weekly on Friday'", {
            rhythm: repeatText(before, locale),
            date: formatDate(before.startDate, locale),
          })}
        </li>
      )}
      {task.household && (
        <li>
          <Belonging household={task.household} />
        </li>
      )}
      {task.isShared && !task.household && (
        <li>
          {isMine || owner === undefined
            ? t("Shared // a task")
            : t("Shared by {name}", { name: owner })}
        </li>
      )}
    </chakra.ul>
  );
}

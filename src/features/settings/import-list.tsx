import { chakra } from "@chakra-ui/react";
import { useId, useRef, useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { sideBySide } from "../../domain/joined.ts";
import type { Locale } from "../../domain/language/locale.ts";
import type { ImportEntry } from "../../domain/portability/import-input.ts";
import { nextDatesText } from "../../domain/recurrence/next-dates.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import { emptyFields, type TaskFields } from "../../domain/tasks/task-input.ts";
import { Button } from "../../ui/button.tsx";
import { useLocale } from "../../ui/use-locale.ts";

interface ImportRow {
  readonly title: string;
  /** what will be of it, or why nothing */
  readonly text?: string;
  readonly words?: string | undefined;
}

const FIRST = 10;

export function ImportList({ title, rows }: { title: string; rows: readonly ImportRow[] }) {
  const { t } = useLocale();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [isWhole, setWhole] = useState(rows.length <= FIRST);

  return (
    <section aria-labelledby={id}>
      <chakra.h3 id={id} fontSize="md" mb="1">
        {title}
      </chakra.h3>
      <chakra.ul
        ref={list}
        display="grid"
        gap="1"
        overflowWrap="anywhere"
        tabIndex={-1}
        aria-labelledby={id}
      >
        {(isWhole ? rows : rows.slice(0, FIRST)).map(({ title: task, text, words }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may come twice, and the list stays as it is
          <li key={index}>
            {words ? t("{task} says “{words}”:", { task, words }) : <bdi>{task}</bdi>}{" "}
            <chakra.span color="fg.muted">{text}</chakra.span>
          </li>
        ))}
      </chakra.ul>
      {!isWhole && (
        <Button
          variant="link"
          onClick={() => {
            setWhole(true);
            list.current?.focus();
          }}
        >
          {t("Show all {count, number}", { count: rows.length })}
        </Button>
      )}
    </section>
  );
}

const SHOWN_DATES = 3;

/** 'Every 2 weeks, from Nov 22, 2026: Sun, Nov 22, Sun, Dec 6, Sun, Dec 20', with the next dates from `today` on */
export function scheduleText(
  fields: Partial<ImportEntry["fields"]>,
  locale: Locale,
  today: CalendarDate,
): string {
  const task = { ...emptyFields(today), ...fields } as unknown as TaskFields;
  const said = locale.t("{repeat}, from {date} // 'Every 2 weeks', 'Nov 22, 2026'", {
    repeat: repeatText(task, locale),
    date: formatDate(task.startDate, locale),
  });
  const next = nextDatesText(task, today, locale);
  if (next === null || typeof next === "string") return said;
  const dates = sideBySide(next.slice(0, SHOWN_DATES), locale);
  return locale.t("{schedule}: {dates} // 'Every 2 weeks', 'Sun, Nov 22; Sun, Dec 6'", {
    schedule: said,
    dates,
  });
}

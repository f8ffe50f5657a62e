import { chakra } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { nearName } from "../../domain/dates/done-when.ts";
import { relativeInSentence } from "../../domain/dates/format-date.ts";
import { dayInZone, timeInZone } from "../../domain/dates/time-zone.ts";
import {
  type DisplayJson,
  type DoneRow,
  displayDoers,
  type OpenRow,
} from "../../domain/households/display.ts";
import { sideBySide } from "../../domain/joined.ts";
import { overdueText } from "../../domain/tasks/day-status.ts";
import { doorText } from "../../domain/tasks/door.ts";
import { Face } from "../../households/face.tsx";
import { Turn } from "../../households/turn.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useLocale } from "../../ui/use-locale.ts";

/** The parts of a display's list: large enough to be read and tapped from standing. */

interface SectionProps {
  title: string;
  count: number;
  children: ReactNode;
}

export function DisplaySection({ title, count, children }: SectionProps) {
  const { t } = useLocale();
  const id = useId();
  if (count === 0) return null;
  return (
    <chakra.section aria-labelledby={id}>
      <chakra.h2 id={id} fontSize="1.25rem" mb="2">
        {t("{heading} ({count, number})", { heading: title, count })}
      </chakra.h2>
      <chakra.ul
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 24rem), 1fr))"
        gap="3"
      >
        {children}
      </chakra.ul>
    </chakra.section>
  );
}

const ROW = {
  display: "flex",
  alignItems: "center",
  gap: "4",
  width: "full",
  minH: "5rem",
  p: "4",
  bg: "bg.panel",
  borderWidth: "1px",
  borderRadius: "card",
  fontSize: "1.375rem",
  lineHeight: "1.3",
  textAlign: "start",
} as const;

interface OpenProps {
  row: OpenRow;
  today: CalendarDate;
  onTick: () => void;
}

export function Open({ row: { task, dueDate, missed }, today, onTick }: OpenProps) {
  const locale = useLocale();
  const { t } = locale;
  return (
    <li>
      <chakra.button type="button" css={ROW} _hover={{ bg: "bg.muted" }} onClick={onTick}>
        <chakra.span
          aria-hidden="true"
          boxSize="2.5rem"
          flexShrink="0"
          borderRadius="full"
          borderWidth="3px"
          borderColor="border.control"
        />
        <chakra.span flex="1" minW="0">
          <chakra.bdi display="block" fontWeight="semibold">
            {task.title}
          </chakra.bdi>
          {dueDate !== today && (
            <chakra.span color={missed > 0 ? "status.missed" : "fg.muted"} fontSize="1.0625rem">
              {missed > 0
                ? overdueText(missed, dueDate, today, locale)
                : t("Due {day} // 'tomorrow', 'Nov 21, 2026'", {
                    day: relativeInSentence(dueDate, today, locale),
                  })}
            </chakra.span>
          )}
          <chakra.span
            display="block"
            color="fg.muted"
            fontSize="1.0625rem"
            _empty={{ display: "none" }}
          >
            <Turn kind="turn" task={task} day={dueDate} today={today} />
          </chakra.span>
        </chakra.span>
      </chakra.button>
    </li>
  );
}

interface DoneProps {
  row: DoneRow;
  shown: DisplayJson;
  today: CalendarDate;
  timeZone: string;
  onUndo: () => void;
}

export function Done({ row, shown, today, timeZone, onUndo }: DoneProps) {
  const locale = useLocale();
  const { t } = locale;
  const { task, day, isSkipped, done } = row;
  const doers = displayDoers(shown, done, locale);
  const doneOn = done && dayInZone(done.completedAt, timeZone);
  const words = [
    isSkipped ? t("Skipped // a day") : (doers?.names ?? t("Done // a task")),
    ...(day > today
      ? [t("for {day} // the day that it is due", { day: nearName(day, today, locale) })]
      : []),
    // Done early, it was not today.
    ...(doneOn && doneOn < today
      ? [t("on {day} // a weekday, or a date", { day: nearName(doneOn, today, locale) })]
      : []),
    ...(done ? [timeInZone(done.completedAt, timeZone, locale)] : []),
    ...(done?.via ? [doorText(done, locale)] : []),
  ];
  const said = sideBySide(words, locale);
  return (
    <chakra.li css={ROW} py="2">
      <chakra.span color={isSkipped ? "fg.muted" : "status.completed"} fontSize="2rem">
        <Icon name={isSkipped ? "skip" : "check"} />
      </chakra.span>
      <chakra.span flex="1" minW="0">
        <chakra.bdi display="block" color="fg.muted">
          {task.title}
        </chakra.bdi>
        <chakra.span color="fg.muted" fontSize="1.0625rem">
          {doers ? (
            <Turn kind="instead" said={said} task={task} day={day} today={today} doers={done} />
          ) : (
            said
          )}
        </chakra.span>
      </chakra.span>
      <chakra.span display="flex" gap="1">
        {!isSkipped &&
          doers?.faces.slice(0, 3).map((person) => <Face key={person.id} {...person} />)}
      </chakra.span>
      {/* A completion made in an account is undone there. */}
      {done?.via && (
        <chakra.button
          type="button"
          aria-label={t("Undo {title}", { title: task.title })}
          minW="4rem"
          minH="4rem"
          px="3"
          borderRadius="full"
          fontSize="1.0625rem"
          fontWeight="semibold"
          color="accent"
          _hover={{ bg: "accent.subtle" }}
          onClick={onUndo}
        >
          {t("Undo")}
        </chakra.button>
      )}
    </chakra.li>
  );
}

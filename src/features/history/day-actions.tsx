import { chakra } from "@chakra-ui/react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { dayToChoose, formatDate, formatLongDay } from "../../domain/dates/format-date.ts";
import { putOffChoices } from "../../domain/tasks/put-off-choices.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { late } from "../../ui/late.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { type DayActionsProps, useDayActions } from "./use-day-actions.ts";
import { CorrectForm, DoneEarlierForm } from "./when-form.tsx";

const WhoDialog = late(() => import("../../households/who-dialog.tsx"));

interface DayButtonsProps extends DayActionsProps {
  /** on the task's page, which is opened for them: one big Done */
  isFirst: boolean;
}

export function DayActions({ isFirst, ...props }: DayButtonsProps) {
  const locale = useLocale();
  const { t } = locale;
  const { task, date, today } = props;
  const actions = useDayActions(props);
  const { can, mayTakeBack, correctable, household, people } = actions;
  const [isAsking, setAsking] = useState(false);
  const isEarly = date > today;
  const isBig = isFirst && can.markDone && !isEarly;
  const movable = can.putOff;
  const canAct = can.markDone || can.skip || mayTakeBack || movable;
  const from = movable?.newDate ?? date;
  const longName = t("Mark {title} done for {day}", {
    title: task.title,
    day: formatLongDay(date, locale),
  });
  return (
    <chakra.div
      ref={actions.group}
      role="group"
      aria-label={t("Actions for {date}", { date: formatDate(date, locale) })}
      display={canAct ? "flex" : "none"}
      flexWrap="wrap"
      justifyContent={isFirst ? "flex-start" : "center"}
      flexBasis={isBig ? "100%" : undefined}
      gap="2"
      mt="2"
      css={{ "& > button": { px: "4" } }}
    >
      {/* The same element, so that the focus stays on it. */}
      {(can.markDone || mayTakeBack) && (
        <Button
          variant={can.markDone && !isEarly ? "solid" : "outline"}
          {...(isBig && { flexBasis: { base: "100%", md: "10rem" }, minH: "3.5rem" })}
          aria-label={isFirst && isEarly && can.markDone ? longName : undefined}
          onClick={() => (can.markDone ? actions.complete() : actions.undo())}
        >
          {isBig && <Icon name="check" />}
          {can.markDone
            ? isFirst
              ? t("Done // a button: it is done")
              : t("Mark as done")
            : t("Undo")}
        </Button>
      )}
      {isBig && (
        <InPlace label={t("Done earlier…")}>
          {(close) => <DoneEarlierForm task={task} date={date} onClose={close} />}
        </InPlace>
      )}
      {people.length > 0 && (
        <Button variant="outline" onClick={() => setAsking(true)}>
          {t("Done by…")}
        </Button>
      )}
      {correctable && (
        <InPlace label={t("Correct…")}>
          {(onClose) => <CorrectForm {...{ task, date, household, onClose }} entry={correctable} />}
        </InPlace>
      )}
      {can.skip && (
        <Button variant="outline" onClick={actions.skip}>
          {t("Skip")}
        </Button>
      )}
      {movable && putOffChoices(task, from, today, 1).length > 0 && (
        <InPlace label={t("Put off // a button")}>
          {(close) => (
            <PutOffDays
              task={task}
              from={from}
              today={today}
              onChoose={(newDate) => {
                close();
                actions.putOffTo(movable.dueDate, newDate);
              }}
            />
          )}
        </InPlace>
      )}
      {movable?.newDate && (
        <Button
          variant="outline"
          onClick={() => actions.putOffTo(movable.dueDate, movable.dueDate)}
        >
          {t("Put back")}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <WhoDialog
            title={t("Who did {title}?", { title: task.title })}
            people={people}
            maySeveral={household !== null}
            onAnswer={actions.complete}
            onClosed={() => setAsking(false)}
          />
        </Suspense>
      )}
    </chakra.div>
  );
}

interface PutOffDaysProps {
  task: Task;
  from: CalendarDate;
  today: CalendarDate;
  onChoose: (newDate: CalendarDate) => void;
}

const FEW_DAYS = 7;
const MORE_DAYS = 45;

function PutOffDays({ task, from, today, onChoose }: PutOffDaysProps) {
  const locale = useLocale();
  const { t } = locale;
  const [most, setMost] = useState(FEW_DAYS);
  const days = putOffChoices(task, from, today, most);
  return (
    <chakra.ul
      aria-label={t("Put off to // a heading of days")}
      flexBasis="100%"
      display="flex"
      flexWrap="wrap"
      gap="2"
    >
      {days.map((day) => (
        <li key={day}>
          <Button variant="outline" px="3" fontWeight="normal" onClick={() => onChoose(day)}>
            {dayToChoose(day, today, locale)}
          </Button>
        </li>
      ))}
      {most === FEW_DAYS && days.length === most && (
        <li>
          <Button variant="link" px="3" onClick={() => setMost(MORE_DAYS)}>
            {t("Later days")}
          </Button>
        </li>
      )}
    </chakra.ul>
  );
}

interface InPlaceProps {
  label: string;
  children: (close: () => void) => ReactNode;
}

function InPlace({ label, children }: InPlaceProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);

  function close() {
    // Before what is open goes: the dialog's focus trap would choose for itself.
    button.current?.focus();
    setOpen(false);
  }

  return (
    <>
      <Button
        ref={button}
        variant="outline"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        {label}
      </Button>
      {isOpen && children(close)}
    </>
  );
}

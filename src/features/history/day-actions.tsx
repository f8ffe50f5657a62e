import { chakra } from "@chakra-ui/react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { dayToChoose, formatDate, formatLongDay } from "../../domain/dates/format-date.ts";
import { putOffChoices } from "../../domain/tasks/put-off-choices.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { late } from "../../ui/late.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { CorrectDay } from "./correct-day.tsx";
import { DoneEarlier } from "./done-earlier-form.tsx";
import { type DayActionsProps, useDayActions } from "./use-day-actions.ts";

const WhoDialog = late(() => import("../../households/who-dialog.tsx"));

/** What can be done with a day of the calendar, or of what happened. */
export function DayActions(props: DayActionsProps) {
  const actions = useDayActions(props);
  const { can, mayTakeBack } = actions;
  const isEarly = props.date > props.today;
  return (
    <Group {...props} actions={actions} justify="center">
      {/* The same element, so that the focus stays on it. */}
      {(can.markDone || mayTakeBack) && (
        <Button
          variant={can.markDone && !isEarly ? "solid" : "outline"}
          onClick={() => (can.markDone ? actions.complete() : actions.undo())}
        >
          {can.markDone ? "Mark as done" : "Undo"}
        </Button>
      )}
    </Group>
  );
}

/** The same on the task's page, which is opened for them: one big Done. */
export function FirstActions(props: DayActionsProps) {
  const style = useDateStyle();
  const { task, date, today } = props;
  const actions = useDayActions(props);
  const { can, mayTakeBack } = actions;
  const isEarly = date > today;
  const isBig = can.markDone && !isEarly;
  return (
    <Group {...props} actions={actions} justify="flex-start" flexBasis={isBig ? "100%" : undefined}>
      {(can.markDone || mayTakeBack) && (
        <Button
          variant={isEarly ? "outline" : can.markDone ? "solid" : "outline"}
          {...(isBig && { flexBasis: "100%", maxW: { md: "narrow" }, minH: "3.5rem" })}
          aria-label={
            isEarly && can.markDone
              ? `Mark ${task.title} done for ${formatLongDay(date, style)}`
              : undefined
          }
          onClick={() => (can.markDone ? actions.complete() : actions.undo())}
        >
          {isBig && <Icon name="check" />}
          {can.markDone ? "Done" : "Undo"}
        </Button>
      )}
      {isBig && <DoneEarlier task={task} date={date} today={today} actions={actions} />}
    </Group>
  );
}

interface GroupProps extends DayActionsProps {
  actions: ReturnType<typeof useDayActions>;
  justify: "center" | "flex-start";
  flexBasis?: string | undefined;
  /** what comes first */
  children: ReactNode;
}

/** The buttons of a day: after the first ones, who did it, what was wrong, and what else may become of it. */
function Group({ task, date, today, actions, justify, flexBasis, children }: GroupProps) {
  const style = useDateStyle();
  const { can, correctable, household, people } = actions;
  const putOffButton = useRef<HTMLButtonElement>(null);
  const [isMoving, setMoving] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const day = formatDate(date, style);
  const movable = can.putOff;
  const canAct = can.markDone || can.skip || actions.mayTakeBack || movable;
  const isFree =
    movable !== null && putOffChoices(task, movable.newDate ?? date, today, 1).length > 0;
  return (
    <chakra.div
      ref={actions.group}
      role="group"
      aria-label={`Actions for ${day}`}
      display={canAct ? "flex" : "none"}
      flexWrap="wrap"
      justifyContent={justify}
      flexBasis={flexBasis}
      gap="2"
      mt="2"
      css={{ "& > button": { px: "4" } }}
    >
      {children}
      {people.length > 0 && (
        <Button variant="outline" onClick={() => setAsking(true)}>
          Done by…
        </Button>
      )}
      {correctable && (
        <CorrectDay task={task} date={date} entry={correctable} household={household} />
      )}
      {can.skip && (
        <Button variant="outline" onClick={actions.skip}>
          Skip
        </Button>
      )}
      {isFree && (
        <Button
          ref={putOffButton}
          variant="outline"
          aria-expanded={isMoving}
          onClick={() => setMoving(!isMoving)}
        >
          Put off
        </Button>
      )}
      {movable?.newDate && (
        <Button variant="outline" onClick={() => void actions.putOffTo(movable.dueDate)}>
          Put back
        </Button>
      )}
      {isFree && isMoving && (
        <PutOffDays
          task={task}
          from={movable.newDate ?? date}
          today={today}
          onChoose={(newDate) => {
            // Before the days go: the dialog's focus trap would choose for itself.
            putOffButton.current?.focus();
            setMoving(false);
            void actions.putOffTo(newDate);
          }}
        />
      )}
      {isAsking && (
        <Suspense>
          <WhoDialog
            title={`Who did ${task.title}?`}
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

/** The days to which it can be put off: a week of them, and more when they are asked for. */
function PutOffDays({ task, from, today, onChoose }: PutOffDaysProps) {
  const style = useDateStyle();
  const [most, setMost] = useState(FEW_DAYS);
  const days = putOffChoices(task, from, today, most);
  return (
    <chakra.ul aria-label="Put off to" flexBasis="100%" display="flex" flexWrap="wrap" gap="2">
      {days.map((day) => (
        <li key={day}>
          <Button variant="outline" px="3" fontWeight="normal" onClick={() => onChoose(day)}>
            {dayToChoose(day, today, style)}
          </Button>
        </li>
      ))}
      {most === FEW_DAYS && days.length === most && (
        <li>
          <Button variant="link" px="3" onClick={() => setMost(MORE_DAYS)}>
            Later days
          </Button>
        </li>
      )}
    </chakra.ul>
  );
}

import { chakra } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { TURN_FAILED } from "../../completions/day-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { turnActions } from "../../domain/turns/turn-actions.ts";
import { Face } from "../../households/face.tsx";
import { failureNotice } from "../../supabase/failure-notice.ts";
import type { TaskChange } from "../../sync/task-change.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckRow } from "../../ui/check-row.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";

interface TurnActionsProps {
  task: Task;
  date: CalendarDate;
  today: CalendarDate;
  /** stands with what else can be done, at the start of the lines */
  isFirst?: boolean;
  /** Called as soon as something is done, where that is all there is to see of the day. */
  onActed?: (() => void) | undefined;
}

/** Whose turn the day is, and what can be done about it. */
export default function TurnActions({
  task,
  date,
  today,
  isFirst = false,
  onActed,
}: TurnActionsProps) {
  const { mutateAsync: change } = useTaskChange(task.id);
  const group = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<"offer" | "give" | null>(null);
  const [isWhole, setWhole] = useState(false);
  const can = turnActions(task, date, today);
  if (can === null) return null;
  const turns = { taskId: task.id, days: isWhole ? can.restDays : [can.day] };
  const place = isFirst ? "flex-start" : "center";
  const unit = task.turnLength === "month" ? "month" : "week";

  async function act(taskChange: TaskChange, said: string) {
    setAsking(null);
    // The pressed button may go.
    group.current?.focus({ preventScroll: true });
    onActed?.();
    try {
      await change(taskChange);
      if (onActed) toastSuccess(said);
      else announce(said);
    } catch (error) {
      toastFailure(failureNotice(TURN_FAILED, error));
    }
  }

  const opener = (what: "offer" | "give", text: string) => (
    <Button
      variant="outline"
      aria-expanded={asking === what}
      onClick={() => setAsking(asking === what ? null : what)}
    >
      {text}
    </Button>
  );

  return (
    <chakra.div
      ref={group}
      role="group"
      aria-label="Whose turn"
      tabIndex={-1}
      outline="none"
      display="flex"
      flexWrap="wrap"
      justifyContent={place}
      flexBasis="100%"
      gap="2"
      {...(onActed ? { mb: "4" } : { mt: "4" })}
      css={{ "& > button": { px: "4" } }}
    >
      <chakra.p
        flexBasis="100%"
        textAlign={isFirst ? "start" : "center"}
        fontSize="sm"
        color="fg.muted"
      >
        {can.text}
      </chakra.p>
      {can.restDays.length > 1 && (
        <chakra.div flexBasis="100%" display="flex" justifyContent={place}>
          <CheckRow checked={isWhole} onChange={setWhole}>
            The rest of this {unit}, too
          </CheckRow>
        </chakra.div>
      )}
      {can.take && (
        <Button
          variant="outline"
          onClick={() => void act({ kind: "take-turns", ...turns }, "It is your turn now")}
        >
          I’ll do it
        </Button>
      )}
      {can.offerTo.length > 0 && opener("offer", "Ask somebody…")}
      {can.withdraw && (
        <Button
          variant="outline"
          onClick={() => void act({ kind: "withdraw-offers", ...turns }, "Request withdrawn")}
        >
          Withdraw request
        </Button>
      )}
      {can.giveTo.length > 0 && opener("give", "Give to…")}
      {can.giveBack && (
        <Button
          variant="outline"
          onClick={() => void act({ kind: "return-turns", ...turns }, "Given back")}
        >
          Give it back
        </Button>
      )}
      {asking && (
        <chakra.div
          role="group"
          aria-label={asking === "offer" ? "Whom to ask" : "To whom"}
          flexBasis="100%"
          display="flex"
          flexWrap="wrap"
          justifyContent={place}
          gap="2"
        >
          {asking === "offer" && can.offerTo.length > 1 && (
            <Button
              variant="outline"
              px="4"
              onClick={() =>
                void act({ kind: "offer-turns", ...turns, toPerson: null }, "Everybody is asked")
              }
            >
              Everybody
            </Button>
          )}
          {(asking === "offer" ? can.offerTo : can.giveTo).map(({ id, name, face }) => (
            <Button
              key={id}
              variant="outline"
              ps="1.5"
              pe="3"
              maxW="full"
              fontWeight="normal"
              onClick={() =>
                void (asking === "offer"
                  ? act({ kind: "offer-turns", ...turns, toPerson: id }, `${name} is asked`)
                  : act({ kind: "give-turns", ...turns, personId: id }, `It is ${name}’s turn now`))
              }
            >
              <Face name={name} face={face} />
              <chakra.bdi minW="0">{name}</chakra.bdi>
            </Button>
          ))}
        </chakra.div>
      )}
    </chakra.div>
  );
}

import { chakra } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { TURN_FAILED } from "../../completions/day-changes.ts";
import { useToldChanges } from "../../completions/told-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { HouseholdPerson } from "../../domain/households/household.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { turnActions } from "../../domain/turns/turn-actions.ts";
import { Face } from "../../households/face.tsx";
import type { TaskChange } from "../../sync/task-change.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckRow } from "../../ui/check-list.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";

interface TurnActionsProps {
  task: Task;
  date: CalendarDate;
  today: CalendarDate;
  /** stands with what else can be done, at the start of the lines */
  isFirst: boolean;
  /** Called as soon as something is done, where that is all there is to see of the day. */
  onActed?: (() => void) | undefined;
}

export default function TurnActions({ task, date, today, isFirst, onActed }: TurnActionsProps) {
  const locale = useLocale();
  const { t } = locale;
  const send = useToldChanges();
  const group = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<"offer" | "give" | null>(null);
  const [isWhole, setWhole] = useState(false);
  const can = turnActions(task, date, today, locale);
  if (can === null) return null;
  const turns = { taskId: task.id, days: isWhole ? can.restDays : [can.day] };
  const place = isFirst ? "flex-start" : "center";

  async function act(change: TaskChange, said: string) {
    setAsking(null);
    // The pressed button may go.
    group.current?.focus({ preventScroll: true });
    onActed?.();
    if ((await send(change, TURN_FAILED)) === false) return;
    if (onActed) toastSuccess(said);
    else announce(said);
  }

  const offer = (toPerson: string | null, said: string) =>
    void act({ kind: "offer-turns", ...turns, toPerson }, said);
  const doer = (
    text: string,
    kind: "take-turns" | "withdraw-offers" | "return-turns",
    said: string,
  ) => (
    <Button variant="outline" onClick={() => void act({ kind, ...turns }, said)}>
      {text}
    </Button>
  );
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
      aria-label={t("Whose turn")}
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
            {task.turnLength === "month"
              ? t("The rest of this month, too")
              : t("The rest of this week, too")}
          </CheckRow>
        </chakra.div>
      )}
      {can.take && doer(t("I’ll do it"), "take-turns", t("It is your turn now"))}
      {can.offerTo.length > 0 && opener("offer", t("Ask somebody…"))}
      {can.withdraw && doer(t("Withdraw request"), "withdraw-offers", t("Request withdrawn"))}
      {can.giveTo.length > 0 && opener("give", t("Give to…"))}
      {can.giveBack && doer(t("Give it back"), "return-turns", t("Given back"))}
      {asking === "offer" && (
        <Persons
          label={t("Whom to ask")}
          justify={place}
          people={can.offerTo}
          onEverybody={() => offer(null, t("Everybody is asked"))}
          onChoose={({ id, name }) => offer(id, t("{name} is asked", { name }))}
        />
      )}
      {asking === "give" && (
        <Persons
          label={t("To whom // a turn is given")}
          justify={place}
          people={can.giveTo}
          onChoose={({ id, name }) =>
            void act(
              { kind: "give-turns", ...turns, personId: id },
              t("It is {name}’s turn now", { name }),
            )
          }
        />
      )}
    </chakra.div>
  );
}

interface PersonsProps {
  label: string;
  justify: "flex-start" | "center";
  people: readonly HouseholdPerson[];
  onChoose: (person: HouseholdPerson) => void;
  onEverybody?: () => void;
}

function Persons({ label, justify, people, onChoose, onEverybody }: PersonsProps) {
  const { t } = useLocale();
  return (
    <chakra.div
      role="group"
      aria-label={label}
      flexBasis="100%"
      display="flex"
      flexWrap="wrap"
      justifyContent={justify}
      gap="2"
    >
      {onEverybody && people.length > 1 && (
        <Button variant="outline" px="4" onClick={onEverybody}>
          {t("Everybody")}
        </Button>
      )}
      {people.map((person) => (
        <Button
          key={person.id}
          variant="outline"
          ps="1.5"
          pe="3"
          maxW="full"
          fontWeight="normal"
          onClick={() => onChoose(person)}
        >
          <Face name={person.name} face={person.face} />
          <chakra.bdi minW="0">{person.name}</chakra.bdi>
        </Button>
      ))}
    </chakra.div>
  );
}

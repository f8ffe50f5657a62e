import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { type Session, useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import { formatWeekdayName } from "../../domain/dates/format-date.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import type { TaskFields } from "../../domain/tasks/task-input.ts";
import { isOnOneWeekday, typicalTasks } from "../../domain/tasks/typical-tasks.ts";
import { parseTaskChange } from "../../sync/task-change.ts";
import { useTaskChanges } from "../../sync/task-changes.ts";
import { cachedTaskList, refreshTaskList } from "../../sync/task-list.ts";
import { Button } from "../../ui/button.tsx";
import { CheckList } from "../../ui/check-list.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { Buttons } from "../../ui/form-dialog.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { Select } from "../../ui/select.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { EverybodysTasks, useMoving, useOwnTasks } from "./everybodys-tasks.tsx";
import { type Inhabitant, isNamed, newInhabitant, WhoLivesHere } from "./inhabitants.tsx";
import { useHouseholdCall } from "./queries.ts";
import { type Step, StepsOutcome, takeFocus, useSteps } from "./steps.tsx";

interface FirstRunDialogProps {
  /** Everything is made, or was skipped. */
  onDone: () => void;
  onClosed: () => void;
}

/** Sets up a household in two steps, either of which can be skipped. */
export default function FirstRunDialog({ onDone, onClosed }: FirstRunDialogProps) {
  const { t } = useLocale();
  const [isWho, setWho] = useState(true);
  return (
    <AppDialog
      title={isWho ? t("Who lives here?") : t("What needs doing regularly?")}
      // The card that opened it is gone.
      returnFocusTo={screenHeading}
      onClosed={onClosed}
    >
      {(close) => (
        <FirstRun
          isWho={isWho}
          onWho={setWho}
          onDone={() => {
            onDone();
            close();
          }}
        />
      )}
    </AppDialog>
  );
}

interface FirstRunProps {
  isWho: boolean;
  onWho: (isWho: boolean) => void;
  onDone: () => void;
}

function FirstRun({ isWho, onWho, onDone }: FirstRunProps) {
  const locale = useLocale();
  const { t } = locale;
  const { today } = useToday();
  const [name, setName] = useState(t("Home // the name of a household"));
  const [people, setPeople] = useState<readonly Inhabitant[]>(() => [newInhabitant()]);
  const moving = useMoving(useOwnTasks());
  const [typical, setTypical] = useState<readonly Typical[]>(() =>
    typicalTasks(today, moving.tasks, locale).map((fields) => ({
      id: crypto.randomUUID(),
      fields,
      whose: "",
    })),
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { setUp, share, failed } = useSetUp();
  const others = people.filter(isNamed);
  const picked = typical.filter((task) => chosen.has(task.id));

  async function finish() {
    if (others.length + picked.length > 0) {
      if (!(await setUp(name, others, picked, moving.steps))) return;
      toastSuccess(t("All set"), outcomeText(picked.length, others.length, locale));
    }
    onDone();
  }

  if (share !== null) return <ProgressBar label={t("Setting up // the household")} share={share} />;
  if (isWho) {
    return (
      <WhoLivesHere
        name={name}
        people={people}
        onName={setName}
        onPeople={setPeople}
        onSkip={() => {
          setPeople([newInhabitant()]);
          onWho(false);
        }}
        onNext={() => onWho(false)}
      />
    );
  }
  return (
    <Stack gap="4" pb="4" ref={takeFocus} tabIndex={-1}>
      <StepsOutcome failed={failed} />
      {others.length > 0 && <EverybodysTasks {...moving} />}
      <p>{t("Tick what is done at your home. All of it can be changed later.")}</p>
      <TypicalTasks {...{ typical, others, chosen }} onChoose={setChosen} onChange={setTypical} />
      <Buttons>
        <Button variant="outline" me="auto" onClick={() => onWho(true)}>
          {t("Back // to the step before")}
        </Button>
        <Button onClick={() => void finish()}>
          {finishText(picked.length, failed.length, locale)}
        </Button>
      </Buttons>
    </Stack>
  );
}

/** Each write is made once, however often it is tried. */
function useSetUp() {
  const [id] = useState(() => crypto.randomUUID());
  const session = useSession();
  const { call } = useHouseholdCall();
  const change = useTaskChanges();
  const { run, share, failed } = useSteps();

  /** With nobody else to name there is no household: the tasks are one's own. */
  function setUp(
    name: string,
    others: readonly Inhabitant[],
    picked: readonly Typical[],
    moves: (householdId: string) => readonly Step[],
  ) {
    const householdId = others.length > 0 ? id : null;
    const create = () => call("create_household", { id, name });
    return run([
      ...(householdId ? [{ id, label: name, isNeeded: true, run: create }] : []),
      ...others.flatMap(stepsFor),
      ...(householdId ? moves(householdId) : []),
      ...picked.map(
        ({ id: taskId, fields, whose }, place): Step => ({
          ...{ id: taskId, label: fields.title },
          run: async () => {
            const roster = householdId && whose ? await rosterOf(whose, others, place) : [];
            const input = { id: taskId, ...fields, householdId, roster };
            return change(parseTaskChange({ kind: "create", taskId, input }));
          },
        }),
      ),
    ]);
  }

  /** Successive tasks in turns begin with different people. */
  async function rosterOf(whose: string, others: readonly Inhabitant[], place: number) {
    if (session && !madeHousehold(session)) await refreshTaskList(session);
    const me = (session && madeHousehold(session)?.me) ?? "";
    if (whose !== IN_TURNS) return [whose === ME ? me : whose];
    const everybody = [me, ...others.map((person) => person.id)];
    const first = place % everybody.length;
    return [...everybody.slice(first), ...everybody.slice(0, first)];
  }

  const madeHousehold = (by: Session) =>
    cachedTaskList(by)?.households.find((household) => household.id === id);

  function stepsFor({ id: personId, name, address }: Inhabitant, index: number): readonly Step[] {
    const [household_id, role] = [id, "member"];
    const save = { household_id, id: personId, name, face: (index + 1) % 10, role };
    const invite = { household_id, address, role, person_id: personId };
    const saving = { id: personId, label: name, run: () => call("save_person", save) };
    if (address.trim() === "") return [saving];
    const run = () => call("invite_to_household_by_mail", invite);
    return [saving, { id: `${personId} mail`, label: address, run }];
  }

  return { setUp, share, failed };
}

interface Typical {
  readonly id: string;
  readonly fields: TaskFields;
  /** the id of a person, or one of these two; "" for anybody */
  readonly whose: string;
}

const ME = "me";
const IN_TURNS = "in turns";

interface TypicalTasksProps {
  typical: readonly Typical[];
  others: readonly Inhabitant[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: Set<string>) => void;
  onChange: (typical: readonly Typical[]) => void;
}

function TypicalTasks({ typical, others, chosen, onChoose, onChange }: TypicalTasksProps) {
  const locale = useLocale();
  const { t } = locale;
  const replace = (task: Typical) =>
    onChange(typical.map((known) => (known.id === task.id ? task : known)));
  return (
    <CheckList
      legend={t("Typical tasks")}
      rows={typical.map((task) => ({
        id: task.id,
        name: task.fields.title,
        hint: repeatText(task.fields, locale),
        more: <Questions task={task} others={others} onAnswer={replace} />,
      }))}
      checked={chosen}
      onChange={onChoose}
    />
  );
}

interface QuestionsProps {
  task: Typical;
  others: readonly Inhabitant[];
  onAnswer: (task: Typical) => void;
}

function Questions({ task, others, onAnswer }: QuestionsProps) {
  const locale = useLocale();
  const { t } = locale;
  const { today } = useToday();
  const { fields, whose } = task;
  const { title, startDate } = fields;
  const week = Array.from({ length: 7 }, (_, days) => addDays(today, days));
  return (
    <chakra.div
      display="flex"
      gap="2"
      ms={{ base: "0", md: "8" }}
      // A weekday is shorter than whose turn it is.
      css={{ "& > *": { flex: "5", minW: "0" }, "& > :nth-last-of-type(2)": { flex: "4" } }}
    >
      {isOnOneWeekday(fields) && (
        <Select
          label={t("Weekday of {title}", { title })}
          options={week.map((day) => [day, formatWeekdayName(day, locale)])}
          value={startDate}
          onChange={(day) => onAnswer({ ...task, fields: { ...fields, startDate: day } })}
        />
      )}
      {others.length > 0 && (
        <Select
          label={t("Whose turn {title} is", { title })}
          options={[
            ["", t("Anybody’s turn")],
            [IN_TURNS, t("Taking turns")],
            [ME, t("You")],
            ...others.map((person) => [person.id, person.name] as const),
          ]}
          value={whose}
          onChange={(person) => onAnswer({ ...task, whose: person })}
        />
      )}
    </chakra.div>
  );
}

function finishText(count: number, failures: number, { t }: Locale): string {
  if (failures > 0) return t("Try Again");
  return count === 0
    ? t("Go to Today")
    : t("{count, plural, one {Add # task} other {Add # tasks}}", { count });
}

function outcomeText(count: number, others: number, { t }: Locale): string {
  const added = t("{count, plural, one {# task was added.} other {# tasks were added.}}", {
    count,
  });
  return others === 0 ? added : `${added} ${t("Your household’s name leads to its people.")}`;
}

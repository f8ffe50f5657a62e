import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Household } from "../../domain/households/household.ts";
import { guessCategory } from "../../domain/quick-add/guess-category.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { categoriesOf } from "../../domain/tasks/task-groups.ts";
import { proposedRoster } from "../../domain/turns/proposed-roster.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { late, Nothing } from "../../ui/late.tsx";
import { BelongsToField } from "./belongs-to-field.tsx";
import { DateFields } from "./date-fields.tsx";
import { type Draft, withoutShare, withShare } from "./draft.ts";
import { EditorFrame } from "./editor-frame.tsx";
import { MissedField } from "./missed-field.tsx";
import { MoreOptions } from "./more-options.tsx";
import { OneLineField } from "./one-line.tsx";
import { PastStartDialog } from "./past-start-dialog.tsx";
import { RemoteChangesNotice } from "./remote-changes-notice.tsx";
import { RepeatField } from "./repeat-field.tsx";
import { ScheduleChangeDialog } from "./schedule-change-dialog.tsx";
import { SharedField } from "./shared-field.tsx";
import { TextFields } from "./text-fields.tsx";
import { useOneLine } from "./use-one-line.ts";
import { lastAdded, useTaskForm } from "./use-task-form.ts";

const FIRST_CATEGORY = "Home";

const TurnsField = late(() => import("./turns-field.tsx"), Nothing);

/** What the field for share addresses is given; it belongs to another feature. */
interface ShareFieldProps {
  readonly addresses: readonly string[];
  readonly typed: string;
  readonly error: string | undefined;
  onType(text: string): void;
  onAdd(email: string): void;
  onRemove(email: string): void;
}

interface TaskEditorProps {
  /** as the server last said it is; null for a new task */
  task: Task | null;
  /** The task was deleted since the editor was opened. */
  isGone: boolean;
  tasks: readonly Task[];
  /** the user's */
  households: readonly Household[];
  /** Shares are in the name of whoever brought a task into its household. */
  mayShare: boolean;
  today: CalendarDate;
  userId: string;
  /** the signed-in person's e-mail address */
  ownAddress: string;
  /** The task's stored share list; undefined while it is not known. */
  storedShares: readonly string[] | undefined;
  loadShares: () => Promise<readonly string[]>;
  shareField: (props: ShareFieldProps) => ReactNode;
  onClose: () => void;
  /** While given a function, the browser's Back calls it instead of leaving. */
  guard: (ask: (() => void) | null) => void;
}

/** The full-screen task editor. */
export function TaskEditor(props: TaskEditorProps) {
  const { task, tasks, guard, onClose } = props;
  // Each question is a dialog of its own: one asked while the last is on its way out must stay.
  const [question, setQuestion] = useState(0);
  const ask = useCallback(() => setQuestion((last) => last + 1), []);
  const [stopping, setStopping] = useState(false);
  const form = useTaskForm({
    task,
    isGone: props.isGone,
    today: props.today,
    tasks,
    ownerId: props.userId,
    ownAddress: props.ownAddress,
    storedShares: props.storedShares,
    loadShares: props.loadShares,
    onSaved: onClose,
  });
  const { draft, errors, dirty } = form;
  const { line, changeByHand: change } = useOneLine({
    today: props.today,
    categories: categoriesOf(tasks),
    guessCategory: (title) =>
      guessCategory(title, tasks) ?? lastAdded(tasks, props.userId)?.category ?? FIRST_CATEGORY,
    draft,
    change: form.change,
  });
  /** The field that gets the focus once the fields have taken the line's place; null until then. */
  const [openAt, setOpenAt] = useState<keyof Draft | null>(null);
  const isLineUsed = task === null && line.isUsed && openAt === null;
  // What is wrong is shown at its field.
  if (isLineUsed && Object.keys(errors).length > 0)
    setOpenAt(Object.keys(errors)[0] as keyof Draft);

  const household = props.households.find(({ id }) => id === draft.householdId);
  const hasTurns = household !== undefined && household.people.length > 1;
  const isInTurns = draft.roster.length > 1;

  useEffect(() => {
    if (openAt) document.querySelector<HTMLElement>(`form [name="${openAt}"]`)?.focus();
  }, [openAt]);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    guard(ask);
    addEventListener("beforeunload", warn);
    return () => {
      guard(null);
      removeEventListener("beforeunload", warn);
    };
  }, [dirty, guard, ask]);

  return (
    <EditorFrame
      title={task ? "Edit Task" : "Task Entry"}
      saving={form.saving}
      refusals={form.refusals}
      onCancel={() => (dirty ? ask() : onClose())}
      onSave={form.save}
    >
      <RemoteChangesNotice isGone={props.isGone} {...form.remoteChanges} />
      {task === null && openAt === null && (
        <OneLineField line={line} draft={draft} today={props.today} onOpen={setOpenAt}>
          {hasTurns && (
            <Button
              variant={isInTurns ? "solid" : "outline"}
              aria-pressed={isInTurns}
              onClick={() => change({ roster: isInTurns ? [] : proposedRoster(household, tasks) })}
            >
              In turns
            </Button>
          )}
        </OneLineField>
      )}
      {!isLineUsed && (
        <Fields
          {...props}
          form={form}
          household={hasTurns ? household : undefined}
          onChange={change}
          onStopSharing={() => setStopping(true)}
        />
      )}
      {stopping && (
        <ConfirmDialog
          title="Stop sharing?"
          action="Stop sharing"
          cancel="Keep sharing"
          onConfirmed={() => change({ isShared: false })}
          onClosed={() => setStopping(false)}
        >
          {whoLoses(props.storedShares?.length)} this task when you save it.
        </ConfirmDialog>
      )}
      {form.asksFrom && task && (
        <ScheduleChangeDialog
          task={task}
          draft={draft}
          today={props.today}
          onAnswer={form.answerFrom}
          onClosed={form.stopAsking}
        />
      )}
      {form.past && (
        <PastStartDialog
          past={form.past}
          onAnswer={form.answerPast}
          onClosed={form.stopAskingPast}
        />
      )}
      {question > 0 && (
        <ConfirmDialog
          key={question}
          title="Discard your changes?"
          action="Discard"
          cancel="Keep editing"
          onConfirmed={onClose}
          onClosed={() => setQuestion(0)}
        >
          What you have entered has not been saved.
        </ConfirmDialog>
      )}
    </EditorFrame>
  );
}

interface FieldsProps extends TaskEditorProps {
  form: ReturnType<typeof useTaskForm>;
  /** to which the draft belongs, where its people can take turns */
  household: Household | undefined;
  onChange: (part: Partial<Draft>) => void;
  onStopSharing: () => void;
}

/** All that a task has, each in its field. */
function Fields({ form, household, onChange, onStopSharing, ...props }: FieldsProps) {
  const { task } = props;
  const { draft, errors } = form;
  // True while the share list is not loaded: better one question too many.
  const hasShares = task?.isShared === true && !props.isGone && props.storedShares?.length !== 0;
  return (
    <>
      <TextFields
        draft={draft}
        errors={errors}
        tasks={props.tasks}
        onChange={onChange}
        onLeave={form.checkField}
      />
      <DateFields
        draft={draft}
        errors={errors}
        today={props.today}
        storedStart={task?.startDate}
        onChange={onChange}
        onLeave={form.checkField}
      />
      <RepeatField draft={draft} today={props.today} onChange={onChange} />
      {draft.repeatValue === "daily" && (
        <MissedField value={draft.missedPolicy} onChange={onChange} />
      )}
      <BelongsToField
        households={props.households}
        stored={task?.householdId ?? null}
        value={draft.householdId}
        // Another household has other people.
        onChange={(householdId) => onChange({ householdId, roster: [], turnLength: "each" })}
      />
      {household && (
        <TurnsField
          key={household.id}
          draft={draft}
          household={household}
          task={task}
          tasks={props.tasks}
          today={props.today}
          onChange={onChange}
        />
      )}
      <MoreOptions draft={draft} errors={errors} onChange={onChange} onLeave={form.checkField} />
      {props.mayShare && (
        <SharedField
          checked={draft.isShared}
          onChange={(isShared) =>
            !isShared && hasShares ? onStopSharing() : onChange({ isShared })
          }
        >
          {props.shareField({
            addresses: form.shares,
            typed: draft.typedShare,
            error: errors.shareWith,
            onType: (typedShare) => onChange({ typedShare }),
            onAdd: (email) => onChange(withShare(draft, email)),
            onRemove: (email) => onChange(withoutShare(draft, email)),
          })}
        </SharedField>
      )}
    </>
  );
}

/** @param people how many have the task; undefined while that is not known */
function whoLoses(people: number | undefined): string {
  if (!people) return "Everyone it is shared with loses";
  return people === 1 ? "1 person loses" : `${people} people lose`;
}

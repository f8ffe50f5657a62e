import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { Household } from "../../domain/households/household.ts";
import { guessCategory } from "../../domain/quick-add/guess-category.ts";
import { categoriesOf } from "../../domain/tasks/task-groups.ts";
import { proposedRoster } from "../../domain/turns/proposed-roster.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { late, Nothing } from "../../ui/late.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { BelongsToField } from "./belongs-to-field.tsx";
import { DateFields } from "./date-fields.tsx";
import { type Draft, withoutShare, withShare } from "./draft.ts";
import { EditorFrame } from "./editor-frame.tsx";
import { MissedField } from "./missed-field.tsx";
import { MoreOptions } from "./more-options.tsx";
import { OneLineField } from "./one-line.tsx";
import { RemoteChangesNotice } from "./remote-changes-notice.tsx";
import { RepeatField } from "./repeat-field.tsx";
import { PastStartDialog, ScheduleChangeDialog } from "./schedule-change-dialog.tsx";
import { SharedField } from "./shared-field.tsx";
import { TextFields } from "./text-fields.tsx";
import { useOneLine } from "./use-one-line.ts";
import { type TaskFormOptions, useTaskForm } from "./use-task-form.ts";

const TurnsField = late(() => import("./turns-field.tsx"), Nothing);

/** Props of the share field, which belongs to another feature. */
interface ShareFieldProps {
  readonly addresses: readonly string[];
  readonly typed: string;
  readonly error: string | undefined;
  onType(text: string): void;
  onAdd(email: string): void;
  onRemove(email: string): void;
}

interface TaskEditorProps extends TaskFormOptions {
  households: readonly Household[];
  /** Shares are in the name of whoever brought a task into its household. */
  mayShare: boolean;
  shareField: (props: ShareFieldProps) => ReactNode;
  /** While given a function, the browser's Back calls it instead of leaving. */
  guard: (ask: (() => void) | null) => void;
}

export function TaskEditor(props: TaskEditorProps) {
  const { task, tasks, today } = props;
  const form = useTaskForm(props);
  const { draft, errors, question } = form;
  const { onCancel, discardDialog } = useDiscardQuestion(form.dirty, props);
  const { order } = useDateStyle();
  const categories = categoriesOf(tasks);
  const { line, changeByHand: change } = useOneLine({
    today,
    order,
    categories,
    guessCategory: (title) => guessCategory(title, tasks),
    draft,
    change: form.change,
  });
  /** The field that gets the focus once the fields have taken the line's place; null until then. */
  const [openAt, setOpenAt] = useState<keyof Draft | null>(null);
  const isLineUsed = task === null && line.isUsed && openAt === null;
  // Errors are shown at their fields.
  if (isLineUsed && Object.keys(errors).length > 0)
    setOpenAt(Object.keys(errors)[0] as keyof Draft);

  const household = props.households.find(({ id }) => id === draft.householdId);
  const hasTurns = household !== undefined && household.people.length > 1;
  const isInTurns = draft.roster.length > 1;

  useEffect(() => {
    if (openAt) document.querySelector<HTMLElement>(`form [name="${openAt}"]`)?.focus();
  }, [openAt]);

  const [isRefused, setRefused] = useState(false);
  const open = isLineUsed ? line.questions.find(({ answer }) => answer === null) : undefined;
  function save() {
    if (!open) return form.save();
    setRefused(true);
    document.querySelector<HTMLElement>(`[data-question="${open.field}"] input`)?.focus();
  }

  return (
    <EditorFrame
      title={task ? "Edit Task" : "Task Entry"}
      saving={form.saving}
      refusals={form.refusals}
      onCancel={onCancel}
      onSave={save}
    >
      <RemoteChangesNotice isGone={props.isGone} {...form.remoteChanges} />
      {task === null && openAt === null && (
        <OneLineField {...{ line, draft, today, categories, isRefused }} onOpen={setOpenAt}>
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
        <AllFields
          {...props}
          form={form}
          household={hasTurns ? household : undefined}
          onChange={change}
        />
      )}
      {question === "changed" && task && (
        <ScheduleChangeDialog
          task={task}
          draft={draft}
          today={today}
          onAnswer={form.answer}
          onClosed={form.stopAsking}
        />
      )}
      {question !== null && question !== "changed" && (
        <PastStartDialog
          past={question}
          startDate={draft.startDate}
          onAnswer={form.answer}
          onClosed={form.stopAsking}
        />
      )}
      {discardDialog}
    </EditorFrame>
  );
}

/** Asks on Cancel, on Back and, in the browser's words, when the page is left. */
function useDiscardQuestion(isDirty: boolean, { guard, onClose }: TaskEditorProps) {
  // Each question is a dialog of its own: one asked while the last is on its way out must stay.
  const [question, setQuestion] = useState(0);
  const ask = useCallback(() => setQuestion((last) => last + 1), []);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    guard(ask);
    addEventListener("beforeunload", warn);
    return () => {
      guard(null);
      removeEventListener("beforeunload", warn);
    };
  }, [isDirty, guard, ask]);
  const discardDialog = question > 0 && (
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
  );
  return { onCancel: isDirty ? ask : onClose, discardDialog };
}

interface AllFieldsProps extends TaskEditorProps {
  form: ReturnType<typeof useTaskForm>;
  /** to which the draft belongs, where its people can take turns */
  household: Household | undefined;
  onChange: (part: Partial<Draft>) => void;
}

function AllFields({ form, household, onChange, ...props }: AllFieldsProps) {
  const { task, tasks, today, storedShares } = props;
  const { draft, errors } = form;
  const [isStopping, setStopping] = useState(false);
  // True while the share list is not loaded: better one question too many.
  const hasShares = task?.isShared === true && !props.isGone && storedShares?.length !== 0;
  const fields = { draft, errors, today, onChange, onLeave: form.checkField };
  return (
    <>
      <TextFields {...fields} tasks={tasks} />
      <DateFields {...fields} storedStart={task?.startDate} />
      <RepeatField {...fields} />
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
          {...fields}
          key={household.id}
          household={household}
          task={task}
          tasks={tasks}
        />
      )}
      <MoreOptions {...fields} />
      {props.mayShare && (
        <SharedField
          checked={draft.isShared}
          onChange={(isShared) =>
            !isShared && hasShares ? setStopping(true) : onChange({ isShared })
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
      {isStopping && (
        <ConfirmDialog
          title="Stop sharing?"
          action="Stop sharing"
          cancel="Keep sharing"
          onConfirmed={() => onChange({ isShared: false })}
          onClosed={() => setStopping(false)}
        >
          {whoLoses(storedShares?.length)} this task when you save it.
        </ConfirmDialog>
      )}
    </>
  );
}

/** @param people how many have the task; undefined while that is not known */
function whoLoses(people: number | undefined): string {
  if (!people) return "Everyone it is shared with loses";
  return people === 1 ? "1 person loses" : `${people} people lose`;
}

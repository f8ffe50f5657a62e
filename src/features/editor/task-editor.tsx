import { useCallback, useEffect, useState } from "react";
import { sideBySide } from "../../domain/joined.ts";
import { guessCategory } from "../../domain/quick-add/guess-category.ts";
import { FIRST_CATEGORIES } from "../../domain/quick-add/questions.ts";
import { categoriesOf } from "../../domain/tasks/task-groups.ts";
import { proposedRoster } from "../../domain/turns/proposed-roster.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { MeanwhileNotice } from "../../ui/meanwhile-notice.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { AllFields, type TaskEditorProps } from "./all-fields.tsx";
import type { Draft, RemoteChanges } from "./draft.ts";
import { EditorFrame } from "./editor-frame.tsx";
import { OneLineField } from "./one-line.tsx";
import { PastStartDialog, ScheduleChangeDialog } from "./schedule-change-dialog.tsx";
import { useOneLine } from "./use-one-line.ts";
import { useTaskForm } from "./use-task-form.ts";

export function TaskEditor(props: TaskEditorProps) {
  const { task, tasks, today } = props;
  const form = useTaskForm(props);
  const { draft, errors, question } = form;
  const { onCancel, discardDialog } = useDiscardQuestion(form.dirty, props);
  const locale = useLocale();
  const { order, t } = locale;
  const categories = categoriesOf(tasks, locale);
  const firstOffered = categories.length > 0 ? undefined : FIRST_CATEGORIES[0];
  const { line, changeByHand: change } = useOneLine({
    today,
    order,
    words: props.words,
    categories,
    firstCategory: firstOffered ? t(firstOffered) : null,
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
      title={task ? t("Edit Task") : t("Task Entry")}
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
              {t("In turns")}
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
  const { t } = useLocale();
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
      title={t("Discard your changes?")}
      action={t("Discard // what was entered")}
      cancel={t("Keep editing")}
      onConfirmed={onClose}
      onClosed={() => setQuestion(0)}
    >
      {t("What you have entered has not been saved.")}
    </ConfirmDialog>
  );
  return { onCancel: isDirty ? ask : onClose, discardDialog };
}

function RemoteChangesNotice({ isGone, accepted, retained }: RemoteChanges & { isGone: boolean }) {
  const locale = useLocale();
  const { t } = locale;
  const sentences = isGone
    ? [
        t("This task has been deleted meanwhile."),
        t("What you entered is kept: save it as a new task."),
      ]
    : [
        accepted.length > 0 &&
          t("Changed meanwhile: {fields}.", {
            fields: sideBySide(
              accepted.map((name) => t(name)),
              locale,
            ),
          }),
        retained.length > 0 &&
          t("Also changed by someone else; yours is kept: {fields}.", {
            fields: sideBySide(
              retained.map((name) => t(name)),
              locale,
            ),
          }),
      ].filter((sentence) => sentence !== false);
  // It takes no space while it is empty.
  return <MeanwhileNotice _empty={{ mb: "-5" }}>{sentences.join(" ")}</MeanwhileNotice>;
}

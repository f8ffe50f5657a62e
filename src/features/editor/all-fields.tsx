import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useId, useState } from "react";
import type { Household } from "../../domain/households/household.ts";
import type { LanguageWords } from "../../domain/quick-add/language-words.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { categoriesOf } from "../../domain/tasks/task-groups.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FormField, TextField } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { late, Nothing } from "../../ui/late.tsx";
import { Select } from "../../ui/select.tsx";
import { SuggestInput } from "../../ui/suggest-input.tsx";
import { Switch } from "../../ui/switch-row.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { DateFields } from "./date-fields.tsx";
import { type Draft, type FieldsProps, withoutShare, withShare } from "./draft.ts";
import { MissedField, MoreOptions } from "./more-options.tsx";
import { RepeatField } from "./repeat-field.tsx";
import type { TaskFormOptions, useTaskForm } from "./use-task-form.ts";

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

export interface TaskEditorProps extends TaskFormOptions {
  households: readonly Household[];
  /** Shares are in the name of whoever brought a task into its household. */
  mayShare: boolean;
  /** in which the line is read: English unless given */
  words?: LanguageWords;
  shareField: (props: ShareFieldProps) => ReactNode;
  /** While given a function, the browser's Back calls it instead of leaving. */
  guard: (ask: (() => void) | null) => void;
}

interface AllFieldsProps extends TaskEditorProps {
  form: ReturnType<typeof useTaskForm>;
  /** to which the draft belongs, where its people can take turns */
  household: Household | undefined;
  onChange: (part: Partial<Draft>) => void;
}

export function AllFields({ form, household, onChange, ...props }: AllFieldsProps) {
  const { t } = useLocale();
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
          title={t("Stop sharing?")}
          action={t("Stop sharing")}
          cancel={t("Keep sharing")}
          onConfirmed={() => onChange({ isShared: false })}
          onClosed={() => setStopping(false)}
        >
          {storedShares?.length
            ? t(
                "{people, plural, one {# person loses} other {# people lose}} this task when you save it.",
                { people: storedShares.length },
              )
            : t("Everyone it is shared with loses this task when you save it.")}
        </ConfirmDialog>
      )}
    </>
  );
}

interface SharedFieldProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

function SharedField({ checked, onChange, children }: SharedFieldProps) {
  const id = useId();
  const { t } = useLocale();
  return (
    <Stack gap="4" pt="2">
      <chakra.div display="flex" alignItems="center" gap="3" minH="touch">
        <chakra.div flex="1">
          <chakra.label htmlFor={id} fontWeight="semibold">
            {t("Shared")}
          </chakra.label>
          <chakra.p id={`${id}hint`} color="fg.muted" fontSize="sm">
            {t("Others see it, tick it off, and everyone sees who did.")}
          </chakra.p>
        </chakra.div>
        <Switch
          id={id}
          aria-describedby={`${id}hint`}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
      </chakra.div>
      {checked && children}
    </Stack>
  );
}

const NOBODYS = "";

interface BelongsToFieldProps {
  households: readonly Household[];
  /** where the task is stored now; null for one's own, and for a new one */
  stored: string | null;
  value: string | null;
  onChange: (householdId: string | null) => void;
}

/** Lets the task belong to the user or to a household; hidden if there is no choice. */
function BelongsToField({ households, stored, value, onChange }: BelongsToFieldProps) {
  const { t } = useLocale();
  const from = households.find(({ id }) => id === stored);
  // Only a keeper takes a task out.
  const mayLeave = stored === null || from?.role === "keeper";
  const options = [
    ...(mayLeave ? [[NOBODYS, t("Just me")] as const] : []),
    ...households
      .filter(({ id, role }) => id === stored || (mayLeave && role !== "helper"))
      .map(({ id, name }) => [id, name] as const),
  ];
  if (options.length < 2) return null;
  const people = households.find(({ id }) => id === value)?.people.length ?? 1;
  return (
    <FormField
      label={t("Belongs to")}
      hint={
        people > 1 ? t("It is on the board of everyone there.") : t("It is on your board alone.")
      }
    >
      <Select
        options={options}
        value={value ?? NOBODYS}
        onChange={(id) => onChange(id === NOBODYS ? null : id)}
      />
    </FormField>
  );
}

function TextFields({
  tasks,
  draft,
  errors,
  onChange,
  onLeave,
}: FieldsProps & { tasks: readonly Task[] }) {
  const locale = useLocale();
  const { t } = locale;
  return (
    <>
      <SuggestInput
        name="category"
        label={t("Category *")}
        placeholder={t("Enter category")}
        required
        value={draft.category}
        suggestions={categoriesOf(tasks, locale)}
        error={errors.category}
        onChange={(text) => onChange({ category: text })}
        onBlur={() => draft.category && onLeave("category")}
      />
      <TextField
        name="title"
        label={t("Title *")}
        placeholder={t("Enter task title")}
        required
        autoComplete="off"
        value={draft.title}
        error={errors.title}
        onChange={(event) => onChange({ title: event.target.value })}
        onBlur={() => draft.title && onLeave("title")}
      />
      <FormField label={t("Notes")} error={errors.subtitle}>
        <Textarea
          dir="auto"
          placeholder={t("Enter notes (optional)")}
          value={draft.subtitle ?? ""}
          onChange={(event) => onChange({ subtitle: event.target.value || null })}
        />
      </FormField>
    </>
  );
}

import { useEffect, useRef, useState } from "react";
import { SCHEDULE_UNDONE, useUndoSchedule } from "../../completions/schedule-undo.ts";
import { useNewContacts } from "../../contacts/contacts.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { roomOf, roomOfHousehold } from "../../domain/households/rooms.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { type Message, msg } from "../../domain/language/messages.ts";
import { hasPast, isOneAtATime } from "../../domain/recurrence/task-schedule.ts";
import { includesAddress } from "../../domain/tasks/address.ts";
import { type InputIssue, joinMessages } from "../../domain/tasks/input-issues.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import { isDueTwice, withSchedule } from "../../domain/tasks/schedule-change.ts";
import { type PastStart, pastStart } from "../../domain/tasks/start-date.ts";
import { hasDuplicateTitle, mayEdit, type Task } from "../../domain/tasks/task.ts";
import { checkInput, createTaskSchema, fieldsOf } from "../../domain/tasks/task-input.ts";
import { chosenRoom } from "../../households/room-choice.tsx";
import {
  duplicateTask,
  failureNotice,
  fieldIssues,
  type Notice,
} from "../../supabase/failure-notice.ts";
import { useTaskChange } from "../../sync/task-changes.ts";
import { afterClick } from "../../ui/pressed.ts";
import {
  clearToasts,
  dismissToast,
  type Toast,
  toastFailure,
  toastSuccess,
} from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import {
  type Draft,
  draftOf,
  type FieldErrors,
  isSame,
  mergeChange,
  newDraft,
  type RemoteChanges,
  scheduleChanged,
  sharesChanged,
  sharesOf,
  withShare,
} from "./draft.ts";
import { CREATE_FAILED, createTask, UPDATE_FAILED, updateTask } from "./mutations.ts";
import type { ScheduleAnswer } from "./schedule-answer.ts";

export interface TaskFormOptions {
  /** as the server last said it is; null for a new task */
  readonly task: Task | null;
  /** The task was deleted since the editor was opened: a save makes a new one. */
  readonly isGone: boolean;
  readonly today: CalendarDate;
  readonly tasks: readonly Task[];
  readonly userId: string;
  readonly ownAddress: string;
  /** The stored share list; undefined while it is not known. */
  readonly storedShares: readonly string[] | undefined;
  readonly loadShares: () => Promise<readonly string[]>;
  readonly onClose: () => void;
}

/** Merges changes by others into the draft, except while it is saved. */
function useMergedDraft(options: TaskFormOptions, isSaving: boolean) {
  const { task, isGone, today, tasks, userId } = options;
  // The task as opened, or as changed remotely since: the draft is compared with it.
  const [base, setBase] = useState(() =>
    task ? draftOf(task) : { ...newDraft(today), householdId: householdOfNew(tasks, userId) },
  );
  const [draft, setDraft] = useState(base);
  const [remoteChanges, setRemoteChanges] = useState<RemoteChanges>({ accepted: [], retained: [] });
  const now = isGone || task === null ? null : draftOf(task);
  if (now && !isSaving && !isSame(now, base)) {
    const { draft: merged, accepted, retained } = mergeChange(draft, base, now);
    setBase(now);
    setDraft(merged);
    setRemoteChanges({
      accepted: union(remoteChanges.accepted, accepted),
      retained: union(remoteChanges.retained, retained),
    });
  }
  return { base, draft, setDraft, remoteChanges };
}

/** Errors appear when a field is left or a save is refused, and go once corrected. */
function useFieldErrors({ t }: Locale, check: (draft: Draft) => readonly InputIssue[]) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const messagesOf = (issues: readonly InputIssue[]): FieldErrors =>
    Object.fromEntries(issues.map(({ path, message }) => [fieldOf(path), t(message)]));
  return {
    errors,
    showIssues: (issues: readonly InputIssue[]) => setErrors(messagesOf(issues)),
    checkField(draft: Draft, field: string) {
      const message = messagesOf(check(draft))[field];
      if (message) afterClick(() => setErrors((known) => ({ ...known, [field]: message })));
    },
    dropCorrected(draft: Draft) {
      if (Object.keys(errors).length === 0) return;
      const wrong = messagesOf(check(draft));
      setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => field in wrong)));
    },
  };
}

export function useTaskForm(options: TaskFormOptions) {
  const locale = useLocale();
  const { t } = locale;
  const { tasks, userId, storedShares } = options;
  const task = options.isGone ? null : options.task;
  const [saving, setSaving] = useState(false);
  const [question, setQuestion] = useState<"changed" | PastStart | null>(null);
  const [refusals, setRefusals] = useState(0);
  const newId = useRef(crypto.randomUUID());
  const newContacts = useNewContacts();
  const toldOf = useRef<Toast>(undefined);
  // A failure of what was discarded is over with it.
  useEffect(() => () => toldOf.current && dismissToast(toldOf.current), []);

  const { base, draft, setDraft, remoteChanges } = useMergedDraft(options, saving);
  const id = task?.id ?? newId.current;
  const { mutateAsync: send } = useTaskChange(id);
  const undoSchedule = useUndoSchedule(id);
  const shares = sharesOf(draft, storedShares ?? []);

  const { errors, showIssues, checkField, dropCorrected } = useFieldErrors(locale, (checked) =>
    issuesOf(checked, id, options.ownAddress),
  );

  function change(part: Partial<Draft>) {
    const next = { ...draft, ...part };
    setDraft(next);
    dropCorrected(next);
  }

  function refuse(issues: readonly InputIssue[], notice: Notice) {
    showIssues(issues);
    setRefusals((count) => count + 1);
    toldOf.current = toastFailure(notice);
  }

  const typed = draft.typedShare.trim();
  const entered = typed ? withShare(draft, typed) : draft;

  async function save(): Promise<void> {
    clearToasts();
    const issues = issuesOf(draft, id, options.ownAddress);
    if (issues.length > 0) {
      return refuse(issues, {
        title: t("Validation Error"),
        description: joinMessages(issues, locale),
      });
    }
    if (hasDuplicateTitle(tasks, { ...draft, id, ownerId: userId })) {
      return refuse(
        [{ path: "title", message: msg("Already in use // a title") }],
        duplicateTask(locale),
      );
    }
    const before = task ? null : pastOf(draft, options.today);
    const isChanged = task && scheduleChanged(draft, base) && hasPast(task, options.today);
    if (before || isChanged) setQuestion(before ?? "changed");
    // A deleted task's new one begins without its past.
    else await saveAs({ ...draft, scheduleFrom: task && draft.scheduleFrom });
  }

  async function saveAs({ startDate, scheduleFrom, earlier }: ScheduleAnswer): Promise<void> {
    const issue = { path: "repeatValue", message: INPUT_TEXTS.PUT_OFF_IS_DUE };
    if (task && scheduleChanged(draft, base)) {
      const changed = withSchedule(task, { ...fieldsOf(draft), startDate, scheduleFrom });
      if (isDueTwice(changed, options.today)) {
        return refuse([issue], { title: t("Validation Error"), description: t(issue.message) });
      }
    }
    setSaving(true);
    // Saving adds them to the contacts.
    const contacts = draft.isShared ? newContacts(entered.addedShares) : [];
    try {
      const list = await sharesToSend(entered, base, options);
      const schedule = { startDate, scheduleFrom, ...(earlier && { earlier }) };
      const input = { id, ...fieldsOf(draft), ...schedule, ...(list && { shareWith: list }) };
      // A create whose answer was lost has made the task: update it to what was entered since.
      const isThere = tasks.some((known) => known.id === id);
      const answer = await send(isThere ? updateTask(input) : createTask(input));
      // It is not hidden by lists that are narrowed to others.
      if (!task && narrowedTo(tasks)) chosenRoom.setState(roomOfHousehold(draft.householdId));
      if (answer?.type === "kept")
        toastSuccess(t("Saved on this device"), t("It is sent when there is a network."));
      else
        toastSuccess(
          task ? t("Task Updated") : t("Task Created"),
          savedText(task !== null, contacts, locale),
          question === "changed" && scheduleFrom === null && !earlier
            ? {
                label: t("Undo"),
                run: () => void undoSchedule().then((failure) => tellUndone(failure, locale)),
              }
            : undefined,
        );
      options.onClose();
    } catch (error) {
      refuse(
        fieldIssues(error),
        failureNotice(task ? UPDATE_FAILED : CREATE_FAILED, error, locale),
      );
    } finally {
      setSaving(false);
    }
  }

  return {
    draft,
    errors,
    saving,
    refusals,
    shares,
    dirty: draft !== base && !isSame(draft, base),
    remoteChanges,
    change,
    checkField: (field: string) => checkField(draft, field),
    save,
    /** whether a changed schedule counts for the past, too, or the days before today of a new task do */
    question,
    answer: (answer: ScheduleAnswer) => void saveAs(answer),
    stopAsking: () => setQuestion(null),
  };
}

function issuesOf(draft: Draft, id: string, ownAddress: string): readonly InputIssue[] {
  const shareWith = draft.isShared ? [...sharesOf(draft, []), draft.typedShare] : [];
  const result = checkInput(createTaskSchema, { id, ...fieldsOf(draft), shareWith });
  const issues = result.ok ? [] : result.issues;
  if (!includesAddress(shareWith, ownAddress)) return issues;
  return [...issues, { path: "shareWith", message: INPUT_TEXTS.OWN_ADDRESS }];
}

/** Returns undefined to leave the stored list as it is; rejects if that can't be read. */
async function sharesToSend(
  draft: Draft,
  base: Draft,
  { task, isGone, storedShares, loadShares }: TaskFormOptions,
): Promise<string[] | undefined> {
  const isNew = isGone || task === null;
  if (!draft.isShared) return !isNew && task.isShared ? [] : undefined;
  if (isNew) return sharesOf(draft, storedShares ?? []);
  if (!sharesChanged(draft, base)) return undefined;
  // Read again: sending an unread or outdated list would end shares.
  return sharesOf(draft, await loadShares());
}

/** An interval task starts when it was last done, another one when something happens: nothing else is past. */
const pastOf = (draft: Draft, today: CalendarDate) =>
  draft.repeatValue === "custom" && isOneAtATime(draft) ? null : pastStart(draft, today);

const tellUndone = (failure: Notice | null, { t }: Locale) =>
  failure ? toastFailure(failure) : toastSuccess(t(SCHEDULE_UNDONE[0]), t(SCHEDULE_UNDONE[1]));

const narrowedTo = (tasks: readonly Task[]) =>
  tasks.find((task) => roomOf(task) === chosenRoom.getState());

/** Puts a new task where the lists are narrowed to, else where the last one was added. */
function householdOfNew(tasks: readonly Task[], userId: string): string | null {
  const narrowed = narrowedTo(tasks);
  const mayAdd = narrowed && narrowed.household?.role !== "helper";
  return (mayAdd ? narrowed : lastAdded(tasks, userId))?.householdId ?? null;
}

function lastAdded(tasks: readonly Task[], userId: string): Task | null {
  const own = tasks.filter((task) => task.ownerId === userId && mayEdit(task, userId));
  return own.reduce<Task | null>(
    (latest, task) => (latest && latest.createdAt > task.createdAt ? latest : task),
    null,
  );
}

/** @param added the addresses that are new among the contacts */
function savedText(isUpdate: boolean, added: readonly string[], { t }: Locale): string {
  const saved = isUpdate
    ? t("Your task has been updated successfully.")
    : t("Your task has been created successfully.");
  const [contact = ""] = added;
  if (contact === "") return saved;
  const more =
    added.length === 1
      ? t("Contact added! Shared contact {contact} was added.", { contact })
      : t("Contacts added! {count} shared contacts were added.", { count: added.length });
  return `${saved} ${more}`;
}

function union(names: readonly Message[], more: readonly Message[]): readonly Message[] {
  return [...new Set([...names, ...more])];
}

/** `shareWith.2` is the field `shareWith`. */
function fieldOf(path: string): string {
  return path.split(".")[0] ?? path;
}

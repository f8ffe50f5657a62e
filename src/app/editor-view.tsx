import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useAuth } from "../auth/auth.tsx";
import { useToday } from "../clock/use-today.ts";
import { mayEdit, type Task } from "../domain/tasks/task.ts";
import { TaskEditor } from "../features/editor/task-editor.tsx";
import { useLineWords } from "../features/editor/use-line-words.ts";
import { type Share, useTaskShares } from "../features/sharing/queries.ts";
import { ShareField } from "../features/sharing/share-field.tsx";
import { useHouseholds, useServerTask, useTasks } from "../sync/use-tasks.ts";
import { Button } from "../ui/button.tsx";
import { Loading } from "../ui/loading.tsx";
import { useLocale } from "../ui/use-locale.ts";
import { NEW_TASK } from "./view.ts";
import { WholeTask } from "./whole-task.tsx";

interface EditorViewProps {
  id: string;
  onClose: () => void;
  guard: (ask: (() => void) | null) => void;
}

/** Joins the editor with the share field, which belongs to another feature. */
export default function EditorView(props: EditorViewProps) {
  return (
    <WholeTask id={props.id}>
      <EditorOf {...props} />
    </WholeTask>
  );
}

function EditorOf({ id, onClose, guard }: EditorViewProps) {
  const { user } = useAuth();
  const { today } = useToday();
  const words = useLineWords();
  const { data: tasks } = useTasks();
  const households = useHouseholds() ?? [];
  const current = useServerTask(id);
  // A task that is deleted while it is edited stays in the form, so that nothing typed is lost.
  const [last, setLast] = useState<Task | null>(null);
  if (current && current !== last) setLast(current);
  const task = current ?? last;
  const isGone = task !== null && !current;
  const isSharer = task?.isShared === true && task.ownerId === user?.id;
  const shares = useTaskShares(task?.id ?? "", isSharer && !isGone);

  if (!tasks || !user || !words) return <Loading />;
  const mayWrite = task === null ? id === NEW_TASK : mayEdit(task, user.id);
  if (!mayWrite) return <NotFound onClose={onClose} />;
  return (
    <TaskEditor
      task={task}
      isGone={isGone}
      tasks={tasks}
      households={households}
      mayShare={task === null || task.ownerId === user.id}
      today={today}
      words={words}
      userId={user.id}
      ownAddress={user.email}
      storedShares={isSharer ? shares.data?.map(emailOf) : []}
      loadShares={async () =>
        ((await shares.refetch({ throwOnError: true })).data ?? []).map(emailOf)
      }
      shareField={(props) => <ShareField {...props} stored={isSharer ? shares : UNSHARED} />}
      onClose={onClose}
      guard={guard}
    />
  );
}

const UNSHARED = { data: [], isError: false, refetch: () => {} };

const emailOf = ({ email }: Share) => email;

function NotFound({ onClose }: { onClose: () => void }) {
  const { t } = useLocale();
  return (
    <chakra.main minH="100dvh" display="grid" placeItems="center" px="4">
      <Stack gap="4" alignItems="center" textAlign="center">
        <h1>{t("Edit Task")}</h1>
        <p>{t("This task is not yours to edit, or it is gone.")}</p>
        <Button onClick={onClose}>{t("Back")}</Button>
      </Stack>
    </chakra.main>
  );
}

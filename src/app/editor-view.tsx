import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useAuth } from "../data/auth.tsx";
import { useTaskShares } from "../data/shares.ts";
import { useTasks } from "../data/tasks.ts";
import { useToday } from "../data/today.ts";
import type { Task } from "../domain/task.ts";
import { TaskEditor } from "../features/editor/task-editor.tsx";
import { ShareField } from "../features/sharing/share-field.tsx";
import { Button } from "../ui/button.tsx";
import { Loading } from "../ui/loading.tsx";
import type { EditorTarget } from "./view.ts";

interface EditorViewProps {
  target: EditorTarget;
  onClose: () => void;
  guard: (ask: (() => void) | null) => void;
}

/** Puts the editor together with its task, the share list and the field for it. */
export default function EditorView({ target, onClose, guard }: EditorViewProps) {
  const { data: tasks } = useTasks();
  // The task as it was when the editor opened: what arrives meanwhile must not overwrite typing.
  const [opened, setOpened] = useState<Task | null>(null);

  if (!tasks) return <Loading />;
  if (target.kind === "new") {
    return <Editor task={null} tasks={tasks} onClose={onClose} guard={guard} />;
  }
  const task = opened ?? tasks.find(({ id }) => id === target.id);
  if (!task) return <Gone onClose={onClose} />;
  if (!opened) setOpened(task);
  return <Editor task={task} tasks={tasks} onClose={onClose} guard={guard} />;
}

type EditorProps = Omit<EditorViewProps, "target"> & {
  task: Task | null;
  tasks: readonly Task[];
};

function Editor({ task, tasks, onClose, guard }: EditorProps) {
  const { user } = useAuth();
  const { today } = useToday();
  const shares = useTaskShares(task?.id ?? "", task?.isShared ?? false);
  const isMine = task === null || task.ownerId === user?.id;
  if (!user) return null;
  if (!isMine) return <Gone onClose={onClose} />;
  return (
    <TaskEditor
      task={task}
      tasks={tasks}
      today={today}
      userId={user.id}
      storedShares={task?.isShared ? shares.data : []}
      loadShares={async () => (await shares.refetch({ throwOnError: true })).data ?? []}
      shareField={(props) => <ShareField {...props} />}
      onClose={onClose}
      guard={guard}
    />
  );
}

/** Deleted meanwhile, or somebody else's: only its owner edits a task. */
function Gone({ onClose }: { onClose: () => void }) {
  return (
    <chakra.main minH="100dvh" display="grid" placeItems="center" px="4">
      <Stack gap="4" alignItems="center" textAlign="center">
        <h1>Edit Task</h1>
        <p>This task is not yours to edit, or it is gone.</p>
        <Button onClick={onClose}>Back</Button>
      </Stack>
    </chakra.main>
  );
}

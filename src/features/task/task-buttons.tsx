import { chakra } from "@chakra-ui/react";
import { useAuth } from "../../auth/auth.tsx";
import { mayEdit, type Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { copyLink } from "../../ui/copy-link.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";

const COPIED = "It opens for those who take part in the task.";

export interface TaskButtonsProps {
  task: Task;
  onEdit: () => void;
  onPause: () => void;
  onDelete: () => void;
  onLeave: () => void;
  onPrintLabel: () => void;
}

/** Actions on the whole task, not on one of its days. */
export function TaskButtons({ task, ...props }: TaskButtonsProps) {
  const { user } = useAuth();
  const isMine = mayEdit(task, user?.id ?? "");
  return (
    <chakra.div display="flex" flexWrap="wrap" ms="-2">
      {isMine && (
        <>
          <Action icon="edit" name="Edit" onClick={props.onEdit} />
          <Action icon="pause" name="Pause" onClick={props.onPause} />
          <Action icon="delete" name="Delete" onClick={props.onDelete} />
        </>
      )}
      {!isMine && !task.household && <Action icon="leave" name="Leave" onClick={props.onLeave} />}
      <Action
        icon="link"
        name="Copy link"
        onClick={() => void copyLink(`${location.origin}/task/${task.id}`, COPIED)}
      />
      {isMine && task.household && (
        <Action icon="link" name="Print label" onClick={props.onPrintLabel} />
      )}
    </chakra.div>
  );
}

function Action({ icon, name, onClick }: { icon: IconName; name: string; onClick: () => void }) {
  return (
    <Button variant="ghost" px="2" gap="1" fontSize="sm" onClick={onClick}>
      <Icon name={icon} />
      {name}
    </Button>
  );
}

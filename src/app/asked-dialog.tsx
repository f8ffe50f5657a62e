import { Center } from "@chakra-ui/react";
import { Suspense, useEffect } from "react";
import { asked } from "../dialogs/ask.ts";
import { useStore } from "../store/store.ts";
import { late, Nothing } from "../ui/late.tsx";
import { Loading } from "../ui/loading.tsx";
import { openEditor } from "./view.ts";

const RowMenu = late(() => import("../completions/row-menu.tsx"), Nothing);
const WhoDialog = late(() => import("../households/who-dialog.tsx"), Nothing);
const TurnDialog = late(() => import("../features/history/turn-dialog.tsx"));
const HistoryDialog = late(() => import("../features/history/history-dialog.tsx"));
const PauseDialog = late(() => import("../features/tasks/pause-dialog.tsx"));
const DeleteTaskDialog = late(() => import("../features/tasks/delete-task-dialog.tsx"));
const ShortcutsDialog = late(() => import("./shortcuts-dialog.tsx"));
const LeaveTaskDialog = late(() => import("../features/sharing/leave-task-dialog.tsx"));

const close = () => asked.setState(null);

/** The dialog, menu or editor that was asked for (dialogs/ask.ts). */
export default function AskedDialog() {
  const open = useStore(asked);
  useEffect(() => {
    if (open?.kind !== "edit") return;
    close();
    openEditor(open.task.id);
  }, [open]);
  return (
    <Suspense fallback={<LoadingDialog />}>
      {open?.kind === "menu" && <RowMenu key={open.menu.trigger} {...open.menu} onClosed={close} />}
      {open?.kind === "who" && <WhoDialog {...open.question} onClosed={close} />}
      {open?.kind === "turn" && <TurnDialog {...open} onClosed={close} />}
      {open?.kind === "history" && <HistoryDialog task={open.task} onClosed={close} />}
      {open?.kind === "pause" && <PauseDialog task={open.task} onClosed={close} />}
      {open?.kind === "delete" && <DeleteTaskDialog task={open.task} onClosed={close} />}
      {open?.kind === "shortcuts" && <ShortcutsDialog onClosed={close} />}
      {open?.kind === "leave" && <LeaveTaskDialog task={open.task} onClosed={close} />}
    </Suspense>
  );
}

function LoadingDialog() {
  return (
    <Center position="fixed" inset="0" zIndex="modal" pointerEvents="none">
      <Center minW="10rem" bg="bg" borderWidth="1px" borderRadius="card" shadow="lg">
        <Loading />
      </Center>
    </Center>
  );
}

import { memo } from "react";
import { type CatchUp, mayUndo, type Task } from "../../domain/tasks/task.ts";
import { DoerFace } from "../../households/belonging.tsx";
import { leaveFocus } from "./leave-focus.ts";
import { useMotionParts } from "./motion-parts.ts";
import { DoneText, SharedFact, type Viewer } from "./occurrence-row.tsx";
import { SettledMark, UndoButton } from "./tick.tsx";
import { dayCount, useCatchUp } from "./use-catch-up.ts";

interface CatchUpRowProps {
  task: Task;
  catchUp: CatchUp;
  viewer: Viewer;
}

export const CatchUpRow = memo(function CatchUpRow({ task, catchUp, viewer }: CatchUpRowProps) {
  const { Row } = useMotionParts();
  const { undo } = useCatchUp(task, viewer);
  const isSkipped = catchUp.status === "skipped";
  const what = `${dayCount(catchUp.days.size)} ${isSkipped ? "skipped" : "caught up"}`;
  return (
    <Row className="row" data-done>
      <SettledMark isSkipped={isSkipped} />
      <div className="body">
        <p className="title">
          <bdi>{task.title}</bdi>: {what}
        </p>
        <p className="facts">
          <DoneText task={task} {...catchUp} doers={catchUp} viewer={viewer} />
          <SharedFact task={task} viewer={viewer} />
        </p>
      </div>
      <DoerFace task={task} doers={catchUp} />
      {mayUndo(task, catchUp, viewer.userId) && (
        <UndoButton
          label={`Undo ${task.title}: ${what}`}
          onPress={(button) => {
            leaveFocus(button);
            return undo(catchUp.id);
          }}
        />
      )}
    </Row>
  );
});

import { memo } from "react";
import { type CatchUp, mayUndo, type Task } from "../../domain/tasks/task.ts";
import { DoerFace } from "../../households/belonging.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { leaveFocus } from "./leave-focus.ts";
import { useMotionParts } from "./motion-parts.ts";
import { DoneText, SharedFact, type Viewer } from "./occurrence-row.tsx";
import { SettledMark, UndoButton } from "./tick.tsx";
import { useCatchUp } from "./use-catch-up.ts";

interface CatchUpRowProps {
  task: Task;
  catchUp: CatchUp;
  viewer: Viewer;
}

export const CatchUpRow = memo(function CatchUpRow({ task, catchUp, viewer }: CatchUpRowProps) {
  const { Row } = useMotionParts();
  const { undo } = useCatchUp(task, viewer);
  const isSkipped = catchUp.status === "skipped";
  const { t } = useLocale();
  const { title } = task;
  const values = { title, count: catchUp.days.size };
  const what = isSkipped
    ? t("{title}: {count, plural, one {# day} other {# days}} skipped", values)
    : t("{title}: {count, plural, one {# day} other {# days}} caught up", values);
  return (
    <Row className="row" data-done>
      <SettledMark isSkipped={isSkipped} />
      <div className="body">
        <p className="title">{what}</p>
        <p className="facts">
          <DoneText task={task} {...catchUp} doers={catchUp} viewer={viewer} />
          <SharedFact task={task} viewer={viewer} />
        </p>
      </div>
      <DoerFace task={task} doers={catchUp} />
      {mayUndo(task, catchUp, viewer.userId) && (
        <UndoButton
          label={t("Undo {what} // what was caught up", { what })}
          onPress={(button) => {
            leaveFocus(button);
            return undo(catchUp.id);
          }}
        />
      )}
    </Row>
  );
});

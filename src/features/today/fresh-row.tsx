import type { FreshStart } from "../../domain/tasks/one-go.ts";
import { mayUndo } from "../../domain/tasks/task.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { leaveFocus } from "./leave-focus.ts";
import { DoneText, type Viewer } from "./occurrence-row.tsx";
import { SettledMark, UndoButton } from "./tick.tsx";
import { settledText, useFreshStart } from "./use-fresh-start.ts";

export default function FreshRow({ parts, viewer }: FreshStart & { viewer: Viewer }) {
  const locale = useLocale();
  const { undo } = useFreshStart(viewer);
  const [first] = parts;
  if (!first) return null;
  const { task, catchUp } = first;
  const count = parts.reduce((sum, one) => sum + one.catchUp.days.size, 0);
  const what = settledText(count, catchUp.status, locale);
  const mine = parts.filter((one) => mayUndo(one.task, one.catchUp, viewer.userId));
  return (
    <li className="row" data-done>
      <SettledMark isSkipped={catchUp.status === "skipped"} />
      <div className="body">
        <p className="title">{what}</p>
        <p className="facts">
          <DoneText task={task} {...catchUp} doers={catchUp} viewer={viewer} />
        </p>
      </div>
      {mine.length > 0 && (
        <UndoButton
          label={locale.t("Undo {what} // what was caught up", { what })}
          onPress={(button) => {
            leaveFocus(button);
            return undo(mine.map((one) => ({ taskId: one.task.id, catchUpId: one.catchUp.id })));
          }}
        />
      )}
    </li>
  );
}

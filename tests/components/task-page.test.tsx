import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { TaskPage } from "../../src/features/task/task-page.tsx";
import { day } from "../support/day.ts";
import { chore, onDays, show } from "./show.tsx";

/** A task's own page. */

const nothing = () => {};

test("what is late and due so long after it was done says when it is due again", async () => {
  const task = chore("Descale", {
    startDate: day(-24),
    repeatValue: "custom",
    afterDone: "P3W",
    ...onDays(day(-24)),
  });
  await show(
    <TaskPage
      task={taskFromJson(task)}
      onEdit={nothing}
      onPause={nothing}
      onDelete={nothing}
      onLeave={nothing}
      onPrintLabel={nothing}
      history={null}
    />,
    { tasks: [task] },
  );
  await expect.element(page.getByText("Overdue: 3 days ago")).toBeVisible();
  const next = page.getByRole("region", { name: "Next dates" });
  await expect.element(next).toHaveTextContent("Due again 3 weeks after it is done.");
});

import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { DisplayJson } from "../../src/domain/households/display.ts";
import { DisplayPage } from "../../src/features/display/display-page.tsx";
import { LabelPage } from "../../src/features/display/label-page.tsx";
import { readBackend } from "../../src/supabase/backend.ts";
import { lazySupabase } from "../../src/supabase/client.ts";
import { day } from "../support/day.ts";
import { answer, calls, expectSent } from "./network.ts";
import { showToNobody } from "./show.tsx";

/** The tablet in the kitchen, without a signed-in account. */

const shown: DisplayJson = {
  ...{ digest: "", id: "display", name: "Kitchen tablet", household: "The flat" },
  ...{ people: [], formerPeople: [], me: null },
  tasks: [
    {
      ...{ id: "00000000-0000-4000-8000-000000000001", title: "Bins", category: "Home" },
      ...{ startDate: day(0), repeatValue: "daily" },
    },
  ],
};
const supabase = lazySupabase({ ...readBackend(), keepsSession: false });

test.each([
  [1_234, "1,234 more tasks are in the app: there are too many for this screen."],
  [1, "1 more task is in the app: there are too many for this screen."],
])("says that %d tasks are left out", async (leftOut, said) => {
  await showToNobody(<DisplayPage token="token" supabase={supabase} onLeave={() => {}} />);
  answer(calls.readDisplay, 200, { ...shown, leftOut });
  await expect.element(page.getByText(said)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Bins" })).toBeVisible();
});

test("whose turn it is has a whole name", async () => {
  const people = [{ id: "robin", name: "Robin Roommate", face: 3 }];
  await page.viewport(390, 844);
  await showToNobody(<DisplayPage token="token" supabase={supabase} onLeave={() => {}} />);
  const tasks = shown.tasks.map((task) => ({ ...task, roster: ["robin"] }));
  answer(calls.readDisplay, 200, { ...shown, people, tasks, former: [], absences: [] });
  const name = page.getByTitle("Robin Roommate");
  await expect.element(name).toBeVisible();
  // The rest of the text wraps below the one line that is shown.
  const { scrollHeight, clientHeight } = name.element();
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
});

test("says nothing of it where all are shown", async () => {
  await showToNobody(<DisplayPage token="token" supabase={supabase} onLeave={() => {}} />);
  answer(calls.readDisplay, 200, shown);
  await expect.element(page.getByRole("button", { name: "Bins" })).toBeVisible();
  await expect.element(page.getByText("in the app")).not.toBeInTheDocument();
});

const weekly = { repeatValue: "weekly", startDate: day(3) } as const;
const carol = { id: "carol", name: "Carol", face: 1 };
const [bins] = shown.tasks;
const soon: DisplayJson = {
  ...{ ...shown, people: [carol] },
  tasks: bins ? [{ ...bins, ...weekly }] : [],
};
const early = { task_id: bins?.id, day: day(3), people: [carol.id] };

test("offers to do early what comes in the next seven days", async () => {
  await showToNobody(<DisplayPage token="token" supabase={supabase} onLeave={() => {}} />);
  answer(calls.readDisplay, 200, soon);
  const coming = page.getByRole("region", { name: "Next seven days (1)" });
  await coming.getByRole("button", { name: /Bins.*Due in 3 days/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Carol" }).click();
  await expectSent(calls.tickOnDisplay).toMatchObject([early]);
});

test("a label offers it, too, and says when it is due", async () => {
  await showToNobody(<LabelPage token="token" anonymous={supabase} onLeave={() => {}} />);
  answer(calls.readDisplay, 200, soon);
  await expect.element(page.getByText(/^Not due; next on /)).toBeVisible();
  await page.getByRole("button", { name: "Done early, as Carol" }).click();
  await expectSent(calls.tickOnDisplay).toMatchObject([early]);
});

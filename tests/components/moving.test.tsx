import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import ImportDialog from "../../src/features/settings/import-dialog.tsx";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { householdOf } from "./households.ts";
import { answer, calls, sent } from "./network.ts";
import { button, chore, expectToast, field, listOf, show } from "./show.tsx";

/** A household on the move: the page of its file, and the word of those whom it names. */

const done = (by: string, day: string) => ({
  ...{ by: [by], status: "done", timeZone: "UTC", days: [[day, `${day}T08:00:00Z`]] },
});

const FILE = JSON.stringify({
  ...{ format: "rota-household", version: 1, source: "rota", id: "flat" },
  ...{ name: "The old flat", timeZone: "UTC" },
  people: [
    { id: "a", name: "Petra Person" },
    { id: "b", name: "Bob", hasAccount: true },
    { id: "c", name: "Carla" },
  ],
  tasks: [
    {
      source: "bins",
      fields: { title: "Bins", category: "Home", startDate: "2022-03-01", repeatValue: "weekly" },
      completions: [done("b", "2022-03-01"), done("a", "2022-03-08")],
    },
    {
      source: "plants",
      fields: { title: "Plants", category: "Home", startDate: "2022-03-01" },
      completions: [done("c", "2022-04-02")],
    },
  ],
});

test("a household's file says what it is, asks who is who, and counts what is kept", async () => {
  const households = [householdOf("The flat", ["Bob"])];
  await show(<ImportDialog householdId="The flat" onClosed={() => {}} />, { households });
  const files = new DataTransfer();
  files.items.add(new File([FILE], "flat.json"));
  const input = field("File").element() as HTMLInputElement;
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));

  await expect.element(page.getByText("From Rota: The old flat")).toBeVisible();
  const kept = "Kept: 3 of 3 deeds of 2 tasks by 3 people, since March 2022.";
  await expect.element(page.getByText(kept)).toBeVisible();
  // Whoever has the same name is offered first.
  await expect.element(field("Petra Person in the file is")).toHaveValue("me");
  await expect.element(field("Bob in the file is")).toHaveValue("Bob");
  await expect.element(field("Carla in the file is")).toHaveValue("");
  // Nobody is two people of a file at once.
  await field("Carla in the file is").selectOptions("You");
  await expect.element(field("Petra Person in the file is")).toHaveValue("");
  await field("Petra Person in the file is").selectOptions("You");

  answer(calls.beginImport, 200, "The flat");
  const refused = { outcome: "refused", issues: [{ path: "title", code: "DUPLICATE_TASK" }] };
  answer(calls.import, 200, { results: [{ outcome: "added", issues: [] }, refused] });
  await button("Continue").click();
  const fewer = "Kept: 2 of 3 deeds of 1 task by 2 people, since March 2022.";
  await expect.element(page.getByText(fewer)).toBeVisible();
  const people = [
    { id: "a", is: "me", standIn: "Petra Person (imported by Petra Person)" },
    { id: "b", is: "Bob", standIn: "Bob (imported by Petra Person)" },
    { id: "c", is: null },
  ];
  expect(sent(calls.beginImport)).toMatchObject([
    { household: { householdId: "The flat", source: "flat", people } },
  ]);
  // Its schedule in words, with the next three dates.
  const added = page.getByRole("list", { name: "1 task will be added", exact: true });
  await expect
    .element(added)
    .toHaveTextContent(/Bins Weekly.*, from Mar 1, 2022: (\w+, \w+ \d+(, \d+)?( · )?){3}/);
  const left = page.getByRole("list", { name: "1 thing will not be added", exact: true });
  await expect.element(left).toHaveTextContent(/Plants/);

  answer(calls.finishImport, 200, { added: 1, refused: 0 });
  // The list is read again before it is said.
  answer(calls.list, 200, listOf({ households }));
  await button("Add 1 task").click();
  await expect.element(page.getByText("1 task added.")).toBeVisible();
  answer(calls.undoImport, 204);
  await button("Undo").click();
  await expectToast("success", "The import is taken back");
  expect(sent(calls.undoImport)).toHaveLength(1);
});

/** A worker that reads as slowly as the test wants. */
class SlowWorker {
  static readonly all: SlowWorker[] = [];
  onmessage?: (event: { data: unknown }) => void;
  file: File | undefined;
  hasEnded = false;
  constructor() {
    SlowWorker.all.push(this);
  }
  postMessage({ file }: { file: File }) {
    this.file = file;
  }
  terminate() {
    this.hasEnded = true;
  }
}

test("a dropped file is read beside the page, says how far, and can be stopped", async () => {
  vi.stubGlobal("Worker", SlowWorker);
  try {
    await show(<ImportDialog onClosed={() => {}} />);
    await expect.element(field("File")).toBeVisible();
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([FILE], "flat.json"));
    const zone = page.getByText("You see what will be added before it is.").element();
    const event = { dataTransfer, bubbles: true, cancelable: true };
    // A page that takes nothing would be left for the file.
    expect(zone.dispatchEvent(new DragEvent("dragover", event))).toBe(false);
    zone.dispatchEvent(new DragEvent("drop", event));
    await expect.poll(() => SlowWorker.all[0]?.file?.name).toBe("flat.json");
    expect((field("File").element() as HTMLInputElement).files?.[0]?.name).toBe("flat.json");
    SlowWorker.all[0]?.onmessage?.({ data: { deeds: 12_000 } });
    const said = page.getByText("Reading the file: 12,000 deeds so far");
    await expect.element(said).toBeVisible();
    await button("Stop").click();
    await expect.element(said).not.toBeInTheDocument();
    expect(SlowWorker.all.map(({ hasEnded }) => hasEnded)).toEqual([true]);
    await expect.element(field("File")).toHaveFocus();
    await expect.element(field("File")).toHaveValue("");
  } finally {
    vi.unstubAllGlobals();
  }
});

test.each([
  ["Yes, mine", true],
  ["Leave them as they are", false],
])("what somebody has imported in one's name is asked once: %s", async (name, is_mine) => {
  const claim = { id: "claim", by: "Alice", deeds: 412, since: "2023-02-01" };
  const households = [{ ...householdOf("The flat", ["Alice"], "member"), claims: [claim] }];
  const tasks = [chore("Bins", { householdId: "The flat" })];
  await show(<TodayTab />, { households, tasks });
  const said = "Alice brought 412 deeds in your name since 2023.";
  await expect.element(page.getByText(said)).toBeVisible();
  await button(name).click();
  answer(calls.answerClaim, 204);
  await expect.poll(() => sent(calls.answerClaim)).toEqual([{ id: "claim", is_mine }]);
});

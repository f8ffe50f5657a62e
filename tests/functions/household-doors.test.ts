import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { type Answer, callFunction, type Person, rpc, succeeded } from "../support/actors.ts";
import { addTask, findTask } from "../support/actors-tasks.ts";
import { calendarEntries, chooseForCalendar, renewCalendar } from "../support/calendar.ts";
import { day, ZONE } from "../support/day.ts";
import { stackUnderTest } from "../support/environment.ts";
import { until } from "../support/eventually.ts";
import { householdOf, join, newFlat, newHousehold, personId } from "../support/households.ts";
import { mailsTo, sendMailsNow } from "../support/mailbox.ts";
import { sql } from "../support/sql.ts";

/** A household at every other door: create-task, the calendar, the morning mail. */

const taskOf = (answer: Answer) => succeeded<{ task: TaskJson }>(answer).task;

/** A flat in the tests' time zone, whose people are named by their roles. */
async function newHome() {
  const { id, alice: keeper, bob: member, dave: helper } = await newFlat({ dave: "helper" });
  await sql("update public.profiles set time_zone = $2 where id = any ($1)", [
    [keeper.id, member.id, helper.id],
    ZONE,
  ]);
  return { id, keeper, member, helper };
}

let flat: Awaited<ReturnType<typeof newHome>>;
beforeAll(async () => {
  flat = await newHome();
});

const draft = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  category: "Home",
  title: `Task ${randomUUID()}`,
  startDate: "2020-01-01",
  householdId: flat.id,
  ...changes,
});
const create = (person: Person, input: unknown) => callFunction(person, "create-task", input);

describe("create-task", () => {
  test("adds a task for everyone in the household, and the same one when it is sent again", async () => {
    const { member, helper } = flat;
    const input = draft();
    const task = taskOf(await create(member, input));
    expect(task).toMatchObject({ id: input.id, householdId: flat.id });
    expect(taskOf(await create(member, input))).toEqual(task);
    expect((await findTask(helper, input.id))?.title).toBe(input.title);
  });

  test("of many with one title at once, by everyone there, adds one", async () => {
    const { keeper, member } = flat;
    const title = `Race ${randomUUID()}`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => create(n % 2 ? keeper : member, draft({ title }))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });
});

test("the calendar shows the households that are chosen, and an address of before what it did", async () => {
  const { keeper, member, id: first } = await newHome();
  const second = await newHousehold(keeper, "The club");
  await join(keeper, second, member);
  const once = { start_date: day(1), end_date: day(1) };
  await addTask(keeper, { ...once, title: "Of the flat", household_id: first });
  await addTask(member, { ...once, title: "Of the club", household_id: second });
  await addTask(member, { ...once, title: "Own" });
  const token = await renewCalendar(member);
  const shown = async () => (await calendarEntries(token)).map((entry) => entry.slice(11));
  const choose = (choice: object) => chooseForCalendar(member, choice);
  expect(await shown()).toEqual(["Of the club", "Of the flat", "Own"]);
  await choose({ only_mine: true });
  expect(await shown()).toEqual(["Own"]);
  await choose({ household_ids: [first] });
  expect(await shown()).toEqual(["Of the flat", "Own"]);
  await choose({ only_mine: false });
  expect(await shown()).toEqual(["Of the flat", "Own"]);
  await choose({ household_ids: [] });
  expect(await shown()).toEqual(["Own"]);
  // People who have left see nothing more of it, whatever they chose.
  await choose({ household_ids: [first, second] });
  const { me } = await householdOf(member, first);
  succeeded(await rpc(member, "remove_person", { household_id: first, id: me }));
  expect(await shown()).toEqual(["Of the club", "Own"]);
});

test("the calendar names whose turn it is, and leaves out the turns of others if wished", async () => {
  const { keeper, member, id } = await newHome();
  const roster = [await personId(keeper, id, "Carol"), (await householdOf(member, id)).me];
  const days = { start_date: day(1), end_date: day(2) };
  await addTask(keeper, { ...days, title: "Bins", household_id: id, roster });
  await addTask(keeper, { ...days, end_date: day(1), title: "Post", household_id: id });
  const token = await renewCalendar(member);
  expect(await calendarEntries(token)).toEqual([
    ...[`${day(1)} Bins (Carol)`, `${day(1)} Post`, `${day(2)} Bins`],
  ]);
  await chooseForCalendar(member, { only_my_turns: true });
  expect(await calendarEntries(token)).toEqual([`${day(1)} Post`, `${day(2)} Bins`]);
});

test("the morning mail has the household's tasks, whose turn they are, and who did what by name", async () => {
  const { keeper, member, id } = await newHome();
  const carol = await personId(keeper, id, "Carol");
  const daily = { start_date: day(-1), household_id: id };
  await addTask(keeper, { ...daily, title: "Bins" });
  await addTask(keeper, { ...daily, start_date: day(0), title: "Post", roster: [carol] });
  const plants = await addTask(keeper, { ...daily, title: "Plants" });
  for (const date of [day(-1), day(0)]) {
    const parameters = { task_id: plants.id, completed_date: date, people: [carol] };
    succeeded(await rpc(keeper, "complete_task", parameters));
  }
  await sql(
    "update public.task_completions set completed_at = now() - interval '1 day' where task_id = $1",
    [plants.id],
  );
  const hour = Number(
    new Intl.DateTimeFormat("en", { timeZone: ZONE, hour: "numeric", hourCycle: "h23" }).format(),
  );
  const both = [member.id, keeper.id];
  succeeded(await rpc(member, "set_morning_mail", { is_on: true, hour }));
  succeeded(await rpc(keeper, "set_morning_mail", { is_on: true, hour, only_my_turns: true }));
  await sql("update public.morning_mails set sent_until = null where user_id = any ($1)", [both]);
  await sendMailsNow();
  // The scheduler may have been faster, and still be running.
  const textTo = async ({ email }: Person) => {
    const mail = await until(async () => (await mailsTo(stackUnderTest().mailUrl, email))[0]);
    return mail.text.replaceAll(/[\u2068\u2069]/g, "");
  };
  const [text, ofMyTurns] = [await textTo(member), await textTo(keeper)];
  await sql("update public.morning_mails set is_on = false where user_id = any ($1)", [both]);
  expect(text).toContain("Bins");
  expect(text).toContain("Post: Carol’s turn");
  expect(text).toContain("- Carol: Plants (2 days)");
  expect(ofMyTurns).toContain("Bins");
  expect(ofMyTurns).not.toContain("Post");
});

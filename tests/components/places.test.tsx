import { onlineManager } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ConnectionStatus } from "../../src/app/connection-status.tsx";
import MainView from "../../src/app/main-view.tsx";
import OtherPages from "../../src/app/other-pages.tsx";
import { Page } from "../../src/app/page.tsx";
import { SettingsIndex } from "../../src/app/settings-index.tsx";
import TodayOffers from "../../src/app/today-offers.tsx";
import type { Household } from "../../src/domain/households/household.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import AboutTab from "../../src/features/about/about-tab.tsx";
import { FirstRun } from "../../src/features/household/first-run.tsx";
import FirstRunDialog from "../../src/features/household/first-run-dialog.tsx";
import { HouseholdPage } from "../../src/features/household/household-page.tsx";
import MoveTasks from "../../src/features/household/move-tasks.tsx";
import { NoHousehold } from "../../src/features/household/no-household.tsx";
import WhoDialog from "../../src/households/who-dialog.tsx";
import { AddressList } from "../../src/ui/address-list.tsx";
import { Button } from "../../src/ui/button.tsx";
import { day, instantOf } from "../support/day.ts";
import { householdOf } from "./households.ts";
import { allAsked, answer, answerIfAsked, calls, expectSent, hold, sent } from "./network.ts";
import { button, chore, expectToast, line, listOf, PETRA, show, texts } from "./show.tsx";

/** Places in the app: tabs, a household's page, the settings, and the ways back. */

const start = location.href;
afterEach(() => history.replaceState(null, "", start));

const link = (name: string) => page.getByRole("link", { name, exact: true });
const tab = (name: string) => page.getByRole("tab", { name });
const flat = householdOf("The flat", ["Carol"]);
const pageOf = (household: Household) => ({
  ...{ household, download: null, onMade: () => {}, onLeaving: () => {} },
});
const tasks = Array.from({ length: 40 }, (_, index) => chore(`Task ${index}`));

describe("the header", () => {
  test("says that there is no network before the live connection's code has come", async () => {
    await show(<ConnectionStatus />);
    await allAsked();
    onlineManager.setOnline(false);
    try {
      await expect.element(page.getByText("Offline")).toBeVisible();
    } finally {
      onlineManager.setOnline(true);
    }
    await expect.element(page.getByText("Offline")).not.toBeInTheDocument();
  });

  test("has three tabs; a household's name leads to its place, the face to the settings", async () => {
    await show(<MainView />, { tasks, households: [flat] });
    expect(texts(page.getByRole("tab"))).toEqual(["Today", "Tasks", "About"]);
    await expect.element(link("The flat")).toHaveAttribute("href", "/household/The flat");
    await link("Settings").click();
    expect(location.pathname).toBe("/settings");
    expect(history.state).toEqual({ from: "Today", lang: "en" });
  });

  test("of several households one is chosen by a menu", async () => {
    const cabin = householdOf("The cabin", ["Carol"]);
    await show(<MainView />, { tasks, households: [flat, cabin] });
    await button("The flat").click();
    await page.getByRole("menuitem", { name: "The cabin" }).click();
    await expect.poll(() => decodeURI(location.pathname)).toBe("/household/The cabin");
  });

  test("who has no household finds their record and a household in the settings; nobody is sent around", async () => {
    const names = () => texts(page.getByRole("link")).map((text) => text.split(/[YT]our|Tasks/)[0]);
    await show(<SettingsIndex />, { households: [] });
    expect(names().slice(0, 2)).toEqual(["Record", "Household"]);
    await show(<SettingsIndex />, { households: [flat] });
    expect(names()).not.toContain("Record");
    expect(texts(page.getByRole("navigation"))[0]).not.toContain("About");
    await show(<AboutTab onSignedOut={() => {}} />);
    await expect.element(button("Logout")).toBeVisible();
    await expect.element(page.getByText(`Signed in as ${PETRA.email}`)).toBeVisible();
    await expect.element(page.getByText(/^Version /)).toBeVisible();
    expect(page.getByRole("link").elements()).toEqual([]);
  });
});

describe("a household takes in what one has", () => {
  const question = page.getByRole("group", { name: "Which of your tasks are everybody’s?" });
  const own = [chore("Dishes"), chore("Stretch")];

  test("several tasks move in one go, later", async () => {
    const id = crypto.randomUUID();
    await show(<MoveTasks />, { tasks: own, households: [{ ...flat, id }] });
    await button("Move tasks to The flat").click();
    await question.getByRole("checkbox", { name: /Dishes/ }).click();
    answer(calls.update, 200, { task: own[0] });
    await button("Move").click();
    await expectToast("success", "Tasks moved", "1 task is everybody’s now.");
    expect(sent(calls.update)).toMatchObject([{ id: own[0]?.id, householdId: id }]);
  });

  test("the first run asks, too, and offers nothing twice", async () => {
    await show(<FirstRunDialog onDone={() => {}} onClosed={() => {}} />, {
      tasks: own,
      households: [],
    });
    await page.getByLabelText("Name 1").fill("Bob");
    await button("Next").click();
    await expect.element(question).toHaveTextContent(/Dishes.*Stretch/);
    const typical = page.getByRole("group", { name: "Typical tasks" });
    await expect.element(typical).toHaveTextContent("Take out the bins");
    await expect.element(typical).not.toHaveTextContent("Do the dishes");
  });
});

test("who did it? begins with its people", async () => {
  const people = [{ id: "bob", name: "Bob", face: 1, isMe: false }];
  const asked = { title: "Who did it?", people, maySeveral: true };
  await show(<WhoDialog {...asked} onAnswer={() => {}} onClosed={() => {}} />);
  await expect.element(button("Bob")).toHaveFocus();
});

describe("a screen begins at its top", () => {
  const scrollDown = () => {
    scrollTo({ top: 600, behavior: "instant" });
    expect(scrollY).toBe(600);
  };

  test("a tab does", async () => {
    history.replaceState(null, "", "#tasks");
    await show(<MainView />, { tasks });
    await expect.element(page.getByRole("heading", { name: "All Tasks" })).toBeVisible();
    scrollDown();
    await userEvent.keyboard("1");
    await expect.element(page.getByRole("heading", { name: /^Today is/ })).toBeVisible();
    expect(scrollY).toBe(0);
  });

  test("and what was left does not stand under its name", async () => {
    await show(<MainView />, { tasks });
    await expect.element(page.getByRole("heading", { name: /^Today is/ })).toBeVisible();
    let wasWrong = false;
    const watch = new MutationObserver(() => {
      const isTasks = tab("Tasks").element().getAttribute("aria-selected") === "true";
      wasWrong ||=
        isTasks && document.querySelector("h1")?.textContent?.startsWith("Today is") === true;
    });
    watch.observe(document, { attributes: true, childList: true, subtree: true });
    await tab("Tasks").click();
    await expect.element(page.getByRole("heading", { name: "All Tasks" })).toBeVisible();
    watch.disconnect();
    expect(wasWrong).toBe(false);
  });

  test("the editor does, and what is below it is where it was", async () => {
    history.replaceState(null, "", "#tasks");
    await show(<MainView />, { tasks });
    await expect.element(page.getByRole("heading", { name: "All Tasks" })).toBeVisible();
    scrollDown();
    await userEvent.keyboard("n");
    await expect.element(page.getByRole("heading", { name: "Task Entry" })).toBeVisible();
    expect(scrollY).toBe(0);
    await button("Cancel").click();
    // Within a few pixels: the height of a long list's cards is estimated until they are rendered.
    await expect.poll(() => Math.abs(scrollY - 600)).toBeLessThan(44);
  });
});

/** An address without a place to wrap. */
const LONG = `${"somebody-with-a-long-name".repeat(3)}@example.com`;

test("an address with its status and buttons wraps on a phone", async () => {
  await page.viewport(390, 844);
  await show(
    <AddressList
      label="Shared with"
      addresses={[LONG]}
      notes={new Map([[LONG, "invited"]])}
      actions={() => <Button>Send again</Button>}
      onRemove={() => {}}
      focusAfterLast={() => {}}
    />,
  );
  const list = page.getByRole("list", { name: "Shared with" }).element();
  const [right] = [list.getBoundingClientRect().right];
  for (const part of list.querySelectorAll("*")) {
    expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  }
  await page.viewport(1280, 720);
});

test("a short address has its button beside it", async () => {
  await show(
    <AddressList
      label="Shared with"
      addresses={["bob@example.com"]}
      onRemove={() => {}}
      focusAfterLast={() => {}}
    />,
  );
  const text = page.getByText("bob@example.com").element().getBoundingClientRect();
  const close = button("Remove bob@example.com").element().getBoundingClientRect();
  expect(close.top).toBeLessThan(text.top);
  expect(close.bottom).toBeGreaterThan(text.bottom);
});

const key = "rota.onboarding.petra";

/** Offered before, while there was nothing. */
function Offered() {
  useState(() => localStorage.setItem(key, "offered"));
  return <FirstRun />;
}

test("the card that offers to set up stays until it is answered", async () => {
  await show(<Offered />, { tasks: tasks.slice(0, 1) });
  await button("No, thanks").click();
  await expect.element(button("Begin")).not.toBeInTheDocument();
  expect(localStorage.getItem(key)).toBe("over");
  await show(<FirstRun />, { tasks: tasks.slice(0, 1) });
  await expect.poll(() => localStorage.getItem(key)).toBe("over");
});

test("whoever has nothing is offered one thing, and the next once it is answered", async () => {
  await show(<TodayOffers />, { offersMorningMail: true });
  const cards = page.getByRole("region");
  await expect.element(page.getByRole("region", { name: "Set up your household" })).toBeVisible();
  expect(cards.elements()).toHaveLength(1);
  await button("No, thanks").click();
  await expect.element(page.getByRole("region", { name: "Your day by mail?" })).toBeVisible();
  expect(cards.elements()).toHaveLength(1);
});

test("a typical task asks the weekday where it has one, and whose turn where there are several", async () => {
  answerIfAsked(calls.list, 200, listOf({}));
  await show(<FirstRun />, { households: [] });
  await button("Begin").click();
  await page.getByLabelText("Name 1").fill("Carol");
  await button("Next").click();
  for (const title of ["Do the dishes", "Vacuum", "Change the sheets"])
    await page.getByRole("checkbox", { name: title }).click();
  const weekdays = page.getByRole("combobox", { name: /^Weekday of/ });
  expect(weekdays.elements().map((one) => one.getAttribute("aria-label"))).toEqual([
    "Weekday of Vacuum",
    "Weekday of Change the sheets",
  ]);
  await weekdays.first().selectOptions(day(6));
  for (const title of ["Vacuum", "Change the sheets"])
    await page.getByLabelText(`Whose turn ${title} is`).selectOptions("Taking turns");

  answer(calls.createHousehold, 204);
  await button("Add 3 tasks").click();
  await expectSent(calls.createHousehold).toHaveLength(1);
  const [{ id } = { id: "" }] = sent(calls.createHousehold) as { id: string }[];
  const me = crypto.randomUUID();
  answer(calls.list, 200, listOf({ households: [{ ...flat, id, me }] }));
  answer(calls.savePerson, 204);
  answer(calls.create, 422, { error: { code: "VALIDATION_FAILED", message: "", issues: [] } });
  await expectSent(calls.create).toHaveLength(3);
  const [{ id: carol }] = sent(calls.savePerson) as [{ id: string }];
  expect(sent(calls.create)).toMatchObject([
    { title: "Do the dishes", startDate: day(0), roster: [] },
    { title: "Vacuum", startDate: day(6), roster: [carol, me] },
    { title: "Change the sheets", startDate: day(5), roster: [me, carol] },
  ]);
});

test("who has no household ends their absence, and no pause that is longer", async () => {
  const paused = (title: string, length: number) =>
    chore(title, { pausedDays: [[Date.parse(day(-1)) / 86_400_000, length]] });
  const [sweep, mop, lawn] = [paused("Sweep", 5), paused("Mop", 5), paused("Lawn", 90)];
  await show(<NoHousehold onMade={() => {}} />, { tasks: [sweep, mop, lawn], households: [] });
  hold(calls.pause);
  await button(/^I am back/).click();
  const back = { first_day: day(0), last_day: day(3), is_paused: false };
  await expectSent(calls.pause).toMatchObject(
    [sweep, mop].map(({ id }) => ({ ...back, task_id: id })),
  );
});

describe("a household's page", () => {
  const bins = chore("Bins", { householdId: flat.id });
  const plants = chore("Plants", { householdId: flat.id });
  const showPage = (...theirs: readonly TaskJson[]) =>
    show(<HouseholdPage {...pageOf(flat)} />, { tasks: theirs, households: [flat] });

  function readAgain() {
    answerIfAsked(calls.list, 200, listOf({ households: [flat] }));
    answerIfAsked(calls.households, 200, []);
    answerIfAsked(calls.householdInvitations, 200, []);
  }

  test("enters that nobody is there in one call, and ends that alone by one tap", async () => {
    await showPage(bins, plants, chore("My own"));
    await button("We are away").click();
    readAgain();
    answer(calls.enterHouseAbsence, 204);
    await button("Save").click();
    const days = { household_id: flat.id, from_day: day(0), to_day: day(7) };
    await expectSent(calls.enterHouseAbsence).toMatchObject([days]);
    expect(sent(calls.pause)).toEqual([]);

    const houseAbsences = [
      { id: "now", from: day(-1), to: day(2), by: flat.me },
      { id: "next", from: day(9), to: day(11), by: flat.me },
      { id: "over", from: day(-9), to: day(-7), by: flat.me },
    ];
    const absent = { ...flat, houseAbsences };
    await show(<HouseholdPage {...pageOf(absent)} />, { tasks: [bins], households: [absent] });
    const names = texts(page.getByRole("list", { name: "Nobody at home" }).getByRole("listitem"));
    expect(names).toHaveLength(2);
    expect(names[0]).toContain("entered by you");
    answer(calls.endHouseAbsence, 204);
    readAgain();
    await button(/^We are back: We are away until/).click();
    await expectSent(calls.endHouseAbsence).toEqual([{ household_id: flat.id, id: "now" }]);
    await expect.element(button(/^Not away after all/)).toBeVisible();
  });

  test("a helper sees that nobody is there, and ends nothing; a keeper sets the time zone", async () => {
    const houseAbsences = [{ id: "now", from: day(-1), to: day(2), by: flat.me }];
    const helped = { ...flat, role: "helper" as const, houseAbsences, timeZone: "Europe/Berlin" };
    await show(<HouseholdPage {...pageOf(helped)} />, { tasks: [bins], households: [helped] });
    await expect.element(page.getByText(/We are away until/)).toBeVisible();
    expect(button(/We are/).elements()).toEqual([]);
    expect(button("Time zone").elements()).toEqual([]);

    const kept = { ...flat, timeZone: "Europe/Berlin", nextTimeZone: "America/New_York" };
    await show(<HouseholdPage {...pageOf(kept)} />, { tasks: [bins], households: [kept] });
    await expect
      .element(page.getByText("Time zone: Europe/Berlin, from tomorrow on America/New York."))
      .toBeVisible();
    await button("Time zone").click();
    await page.getByLabelText("The household’s time zone").selectOptions("Asia/Tokyo");
    readAgain();
    answer(calls.setHouseholdZone, 204);
    await button("Save").click();
    await expectSent(calls.setHouseholdZone).toEqual([
      { household_id: flat.id, time_zone: "Asia/Tokyo" },
    ]);
  });

  test("a person's menu invites who has no account, once it is known that nobody has", async () => {
    const lines = () => texts(page.getByRole("menuitem"));
    const openMenu = async (name: string) => {
      await button(`More for ${name}`).click();
      await expect.element(line("Edit")).toBeVisible();
    };
    await showPage();
    await openMenu("Carol");
    expect(lines()).toEqual(["Edit", "Remove"]);
    answer(calls.householdInvitations, 200, []);
    await expect.poll(lines).toEqual(["Edit", "Invite", "Remove"]);
    await line("Invite").click();
    await expect.element(page.getByRole("dialog", { name: "Invite Carol" })).toBeVisible();

    await showPage();
    await openMenu("Petra Person");
    answer(calls.householdInvitations, 200, []);
    await allAsked();
    expect(lines()).toEqual(["Edit", "Leave household"]);

    await showPage();
    await expect.element(page.getByRole("list", { name: "People" })).toBeVisible();
    const open = { id: "1", personId: "Carol", role: "member", expiresAt: instantOf(day(3)) };
    answer(calls.householdInvitations, 200, [{ ...open, address: null, mailed_at: null }]);
    await expect.element(page.getByRole("list", { name: "Open invitations" })).toBeVisible();
    await openMenu("Carol");
    expect(lines()).toEqual(["Edit", "Remove"]);
  });

  test("whoever is no keeper changes nobody but themself", async () => {
    const theirs = { ...flat, role: "member" as const };
    await show(<HouseholdPage {...pageOf(theirs)} />, { households: [theirs] });
    await expect.element(button("More for Petra Person")).toBeVisible();
    for (const name of ["More for Carol", "Add a person", "Delete household"]) {
      await expect.element(button(name)).not.toBeInTheDocument();
    }
  });

  test("asks before it takes somebody off, which can be undone", async () => {
    await showPage();
    await button("More for Carol").click();
    await line("Remove").click();
    expect(sent(calls.removePerson)).toEqual([]);
    await expect.element(button("Keep")).toHaveFocus();
    readAgain();
    answer(calls.removePerson, 204);
    await button("Remove").click();
    await button("Undo").click();
    await expectSent(calls.bringBackPerson).toEqual(sent(calls.removePerson));
  });

  test("whoever leaves is told so, and the last keeper why not", async () => {
    await showPage();
    const leave = async () => {
      readAgain();
      await button("More for Petra Person").click();
      await line("Leave household").click();
      await page.getByRole("button", { name: "Leave", exact: true }).click();
    };
    answer(calls.removePerson, 409, { message: "LAST_KEEPER" });
    await leave();
    await expectToast("error", "Error Saving Household");
    answer(calls.removePerson, 204);
    await leave();
    await expectToast("success", "You have left");
  });

  test("a household that was deleted comes back from the notice of it", async () => {
    await showPage();
    readAgain();
    answer(calls.deleteHousehold, 204);
    await button("Delete household").click();
    const question = page.getByRole("alertdialog");
    await question.getByLabelText(`Type its name: ${flat.name}`).fill(flat.name);
    await question.getByRole("button", { name: "Delete household" }).click();
    await button("Undo").click();
    await expectSent(calls.restoreHousehold).toEqual([{ household_id: flat.id }]);
  });
});

describe("the way back", () => {
  const shown = (
    <Page title="Sweep" back="tasks">
      <h1>Sweep</h1>
    </Page>
  );

  test("leads to where one came from", async () => {
    location.hash = "#household";
    history.pushState({ from: "The flat", lang: "en" }, "", "#there");
    await show(shown);
    await link("The flat").click();
    await expect.poll(() => location.hash).toBe("#household");
  });

  test("leads to a tab where a visit began there", async () => {
    await show(shown);
    await expect.element(page.getByRole("heading", { name: "Sweep" })).toHaveFocus();
    await link("All tasks").click();
    expect(location.hash).toBe("#tasks");
  });
});

describe("an invitation to a household", () => {
  const start = location.href;
  beforeEach(() => history.replaceState(null, "", "/join#the-token"));
  afterEach(() => history.replaceState(null, "", start));
  const invitation = { household: "Home", by: "Alice", role: "member", person: null };

  test.each([
    ["", null, true],
    ["Bob Brown", null, false],
    ["", "Bob", false],
  ])("asks '%s' for a name, as what they join as is %s: %s", async (fullName, person, isAsked) => {
    await show(<OtherPages />, { fullName });
    answer(calls.readInvitation, 200, { ...invitation, person, isJoined: false });
    await expect
      .element(page.getByRole("heading", { name: "Alice invites you to Home" }))
      .toBeVisible();
    const name = page.getByLabelText("Your name");
    expect(name.elements()).toHaveLength(isAsked ? 1 : 0);
    answer(calls.joinHousehold, 200, flat.id);
    if (isAsked) {
      await button("Join").click();
      await expect.element(page.getByText("Required")).toBeVisible();
      expect(sent(calls.joinHousehold)).toEqual([]);
      answer(calls.profiles, 204);
      await name.fill("Bob");
    }
    answerIfAsked(calls.list, 200, listOf({ households: [flat] }));
    await button("Join").click();
    await expectToast("success", "Welcome");
    expect(sent(calls.profiles)).toEqual(isAsked ? [{ full_name: "Bob" }] : []);
    expect(sent(calls.joinHousehold)).toEqual([{ token: "the-token" }]);
  });
});

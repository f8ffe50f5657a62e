import { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { Home } from "../../src/app/home.tsx";
import OtherPages from "../../src/app/other-pages.tsx";
import { openEditor } from "../../src/app/view.ts";
import { ask } from "../../src/dialogs/ask.ts";
import { taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { ConnectIssuer } from "../../src/features/auth/connect-issuer.tsx";
import { SecondFactor } from "../../src/features/auth/second-factor.tsx";
import { instantOf } from "../support/day.ts";
import { householdOf } from "./households.ts";
import { answerIfAsked, calls, failOthers } from "./network.ts";
import { allRead, button, chore, line, onDays, show, showToNobody } from "./show.tsx";

/** Each screen with its queries held back, then failed: none shows a number, "nothing" or "none". */

const flat = { ...householdOf("Home", ["Bob"]), id: "11111111-1111-4111-8111-111111111111" };
const shared = chore("Sweep", {
  ...{ startDate: "2090-12-01", isShared: true, takingPart: ["robin"] },
});
const ofFlat = chore("Bins", {
  ...{ startDate: "2090-11-20", repeatValue: "weekly" },
  householdId: flat.id,
  roster: flat.people.map(({ id }) => id),
  ...onDays("2090-11-20"),
});
const tasks = [shared, ofFlat];

interface Screen {
  readonly path: string;
  /** instead of the page of the path, of which this backend has no such part */
  readonly at?: ReactNode;
  /** opened there */
  readonly open?: () => unknown;
  readonly isAlone?: boolean;
  /** Nobody is signed in. */
  readonly isNobodys?: boolean;
}

const click = (name: string | RegExp) => button(name).first().click();

async function clickFor(name: string, role: "dialog" | "alertdialog") {
  await click(name);
  await expect.element(page.getByRole(role)).toBeVisible();
}

const SCREENS: readonly Screen[] = [
  { path: "/#today", open: () => click("Earlier this week") },
  { path: "/#tasks", open: () => click("Recently deleted") },
  { path: "/#today", open: () => openEditor(shared.id) },
  { path: "/#today", open: () => ask({ kind: "history", task: taskFromJson(ofFlat, flat) }) },
  { path: `/task/${ofFlat.id}` },
  { path: `/task/${shared.id}` },
  { path: "/record" },
  { path: "/record/2090" },
  { path: `/household/${flat.id}` },
  {
    path: `/household/${flat.id}`,
    open: async () => {
      await click("More for Bob");
      await expect.element(line("Edit")).toBeVisible();
    },
  },
  { path: `/household/${flat.id}/record` },
  { path: `/household/${flat.id}/tablet` },
  { path: `/household/${flat.id}/labels` },
  { path: "/household", isAlone: true, open: () => clickFor("New household", "dialog") },
  { path: "/settings/server" },
  { path: "/settings/mail" },
  { path: "/settings/notifications" },
  { path: "/settings/calendar" },
  { path: "/settings/programs" },
  { path: "/settings/people" },
  { path: "/settings/data" },
  { path: "/settings/account", at: <ConnectIssuer name="Pocket ID" /> },
  { path: "/settings/account", at: <SecondFactor /> },
  { path: "/settings/account", open: () => clickFor("Close my account…", "alertdialog") },
  { path: "/join#token" },
  { path: "/join#token", isNobodys: true },
  { path: "/label#token" },
  { path: "/display#token" },
  { path: "/mail/done?token=token" },
  { path: "/mail/unsubscribe?token=token" },
];

const start = location.href;
/** The calls of useQuery that have asked for something, as 'src/file.ts:line:column'. */
let asked = new Set<string>();

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(instantOf("2090-11-21")), toFake: ["Date"] });
  asked = new Set();
  Error.stackTraceLimit = 40;
  const defaults = QueryClient.prototype.defaultQueryOptions;
  vi.spyOn(QueryClient.prototype, "defaultQueryOptions").mockImplementation(function (
    this: QueryClient,
    options,
  ) {
    const caller = new Error().stack?.split("\n").find((line) => /\/src\/.*\.tsx?/.test(line));
    const place = /\/(src\/[^?:]+)[^:]*:(\d+:\d+)/.exec(caller ?? "");
    if (place) asked.add(`${place[1]}:${place[2]}`);
    return { ...defaults.call(this, options), retry: false } as never;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  history.replaceState(null, "", start);
});

async function open(
  { path, at: part, open, isAlone, isNobodys }: Screen,
  then: () => void,
): Promise<void> {
  history.replaceState(null, "", path);
  const at = part ? <main>{part}</main> : path.startsWith("/#") ? <Home /> : <OtherPages />;
  if (isNobodys) await showToNobody(at);
  else await show(at, { tasks: isAlone ? [shared] : tasks, households: isAlone ? [] : [flat] });
  then();
  await expect.element(page.getByRole("main").first()).toBeVisible();
  await open?.();
}

/** Known without asking: dates, the week ahead's days, the number of tasks, the subject of a setting. */
const KNOWN =
  /(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* \d+(?:, \d+)?|2090|^\d+(?: active)? tasks?$|^2[2-8]$|In 6 days|When nothing is due, no mail comes/g;
const CLAIM = /\d|\bnothing\b|\bnone\b|\bno longer works\b|\b[Nn]o \w+s? yet\b/i;

/** The visible texts that state a number, or that there is nothing. */
function claims(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const place = node.parentElement;
    if (!place?.checkVisibility()) continue;
    if (place.closest("option, [role=grid], .category-heading")) continue;
    const text = (node.textContent ?? "").replaceAll(KNOWN, "");
    if (CLAIM.test(text)) found.push(`${location.pathname}${location.hash}: ${text}`);
  }
  return found;
}

/** What everything that can be read by the user has, as the server answers it. */
const SOMETHING: readonly (readonly [keyof typeof calls, unknown])[] = [
  ["households", [{ id: "1", name: "The cabin" }]],
  [
    "householdInvitations",
    [
      {
        ...{ id: "1", personId: "Bob", role: "member", expiresAt: instantOf("2090-11-25") },
        ...{ address: null, mailed_at: null },
      },
    ],
  ],
  ["displays", [{ id: "1", name: "Kitchen", createdAt: instantOf("2090-11-20"), usedAt: null }]],
  ["printLabels", { [ofFlat.id]: "a token" }],
  [
    "readInvitation",
    { household: "Home", by: "Alice", role: "member", person: "Bob", isJoined: false },
  ],
  ["contacts", [{ contact_email: "robin@example.com" }]],
  ["consents", [{ id: "robin", name: "Robin", isAccepted: true }]],
  ["leftTasks", [{ id: "1", ownerId: "robin", ownerName: "Robin", title: "Bins" }]],
  ["shares", [{ address: "robin@example.com", email: "robin@example.com", status: "taking_part" }]],
  ["morningMails", [{ isOn: true, hour: 6, onlyMyTurns: true }]],
  [
    "calendar",
    [
      {
        ...{ createdAt: instantOf("2090-11-20"), onlyMine: true, categories: ["Home"] },
        ...{ householdIds: [], onlyMyTurns: true, withoutDaily: true },
      },
    ],
  ],
  ["pushDevice", { key: "a key" }],
  [
    "readWebhooks",
    [
      {
        ...{ id: "1", host: "hass.example", by: null, createdAt: instantOf("2090-11-20") },
        ...{ usedAt: null, failingSince: null, failure: null },
        ...{ givenUp: 0, givenUpAt: null, waiting: 0 },
      },
    ],
  ],
  [
    "readPush",
    {
      ...{ todayHour: 6, onlyMyTurns: true, invitations: true, done: true, offers: true },
      ...{ quietFrom: 21, quietUntil: 6, watched: [shared.id, ofFlat.id] },
      devices: [{ id: "1", label: "Phone", addedAt: instantOf("2090-11-20"), isThis: false }],
    },
  ],
];

/** What can be pressed, by its name; of a switch, with how it stands. A toast may be of the screen before. */
function controls(): string[] {
  const shown = [
    ...document.querySelectorAll<HTMLElement>("button, [role=menuitem], [type=checkbox]"),
  ];
  return shown
    .filter((control) => control.checkVisibility() && !control.closest("[data-toast]"))
    .map((control) => {
      if (!(control instanceof HTMLInputElement))
        return control.ariaLabel ?? control.textContent ?? "";
      return `${control.labels?.[0]?.textContent}: ${control.checked}`;
    });
}

/** Shows how much of a file has been sent before it is answered; asks Auth for a key when it is opened. */
const IN_PARTS = [
  "/src/features/settings/import-preview.tsx",
  "/src/features/auth/turn-on-dialog.tsx",
];

/** As many calls as in the file, for every file of the app that reads something. */
function expectAllAsked() {
  const sources = import.meta.glob<string>("/src/**/*.{ts,tsx}", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const missing = Object.entries(sources).flatMap(([file, text]) => {
    const calls = [...text.matchAll(/\buse(?:Infinite)?Query(?:<[^>(]*>)?\(/g)].length;
    const seen = [...asked].filter((place) => place.startsWith(`${file.slice(1)}:`)).length;
    return seen < calls && !IN_PARTS.includes(file) ? [`${file}: ${seen} of ${calls}`] : [];
  });
  expect(missing).toEqual([]);
}

test("failed, no query of the app is drawn as none", async () => {
  const said: string[] = [];
  for (const screen of SCREENS) {
    await open(screen, () => failOthers(500));
    await expect
      .poll(() => page.getByText("Loading...").elements().length, { message: screen.path })
      .toBe(0);
    said.push(...claims());
  }
  expect(said).toEqual([]);
  expectAllAsked();
});

// The test before has loaded all code: only reads are held back.
test("held back, no query of the app is drawn as none, and nothing can be pressed that is gone once it is known that there is something", async () => {
  const said: string[] = [];
  for (const screen of SCREENS) {
    await open(screen, () => {});
    await new Promise(requestAnimationFrame);
    said.push(...claims());
    const before = controls();
    await open(screen, () => {
      for (const [call, something] of SOMETHING) answerIfAsked(calls[call], 200, something);
      failOthers(500);
    });
    await allRead();
    // A dialog may still be on its way.
    const gone = () => {
      const after = new Set(controls());
      return before.filter((name) => !after.has(name));
    };
    await expect.poll(gone, { message: screen.path }).toEqual([]);
  }
  expect(said).toEqual([]);
  expectAllAsked();
});

test("the record says once a page that it can't be had", async () => {
  for (const path of ["/record", "/record/2090", `/household/${flat.id}/record`]) {
    await open({ path }, () => failOthers(500));
    await expect.poll(() => page.getByText("could not be loaded").elements().length).toBe(1);
  }
});

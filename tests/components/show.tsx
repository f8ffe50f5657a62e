import { ChakraProvider } from "@chakra-ui/react";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { createRoot } from "react-dom/client";
import { expect } from "vitest";
import { type Locator, page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import EditorView from "../../src/app/editor-view.tsx";
import { PageStyles } from "../../src/app/page-styles.tsx";
import { createQueryClient } from "../../src/app/query-client.ts";
import { TaskDialogs } from "../../src/app/task-dialogs.tsx";
import { NEW_TASK } from "../../src/app/view.ts";
import { AuthProvider } from "../../src/auth/auth.tsx";
import { TellUntaken } from "../../src/completions/tell-untaken.tsx";
import type { Household } from "../../src/domain/households/household.ts";
import type { Completion } from "../../src/domain/tasks/task.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import type { DayRecord } from "../../src/features/history/queries.ts";
import { readBackend } from "../../src/supabase/backend.ts";
import { lazySupabase } from "../../src/supabase/client.ts";
import { SESSION_KEY } from "../../src/supabase/session-key.ts";
import type { Invitation, TaskList } from "../../src/sync/list-answer.ts";
import { changeEntries } from "../../src/sync/waiting/storage.ts";
import { NOTHING_WAITS, waiting } from "../../src/sync/waiting/waiting.ts";
import { Announcer } from "../../src/ui/announcer.tsx";
import { system } from "../../src/ui/theme/system.ts";
import { clearToasts } from "../../src/ui/toast.ts";
import { Toaster } from "../../src/ui/toaster.tsx";
import { bitsOf } from "../support/bits.ts";
import { day, ZONE } from "../support/day.ts";
import { jsonTask } from "../support/task-fixture.ts";
import { answer, calls, resetNetwork } from "./network.ts";

/** Components with their data in the query cache; network.ts decides about the client's requests. */

// As in the app's built page, they are there before anything is shown, and stay.
createRoot(document.createElement("div")).render(<PageStyles />);

export const PETRA = { id: "petra", email: "petra@example.com" };
const ROBIN = "robin";

interface Known {
  readonly tasks?: readonly TaskJson[];
  /** the addresses that each task is shared with, by task id */
  readonly shares?: Readonly<Record<string, readonly string[]>>;
  /** the record of days of the tasks */
  readonly records?: readonly KnownRecord[];
  readonly invitations?: readonly Invitation[];
  readonly households?: readonly Household[];
  /** IANA name; by default the tests' zone */
  readonly timeZone?: string;
  readonly fullName?: string;
  /** whether Today offers it */
  readonly offersMorningMail?: boolean;
}

interface KnownRecord {
  readonly task: TaskJson;
  readonly date: string;
  readonly record: DayRecord;
}

let taskCount = 0;

/** A task of Petra's: by default daily from today on, in the category Home. */
export function chore(title: string, changes: Partial<TaskJson> = {}): TaskJson {
  taskCount += 1;
  return jsonTask({
    id: `00000000-0000-4000-8000-${String(taskCount).padStart(12, "0")}`,
    ownerId: PETRA.id,
    people: { [PETRA.id]: "Petra Person", [ROBIN]: "Robin Roommate" },
    category: "Home",
    startDate: day(0),
    ...changes,
    title,
  });
}

/** A daily task with a single missed occurrence, yesterday's. */
export const overdueChore = (title: string, changes: Partial<TaskJson> = {}) =>
  chore(title, { ...changes, startDate: day(-1), endDate: day(-1) });

const DAY_MS = 86_400_000;

/** The task with today's occurrence done, five minutes ago. */
export function done(task: TaskJson, completedBy: "petra" | "robin" = "petra"): TaskJson {
  const completedAt = new Date(Date.now() - 5 * 60_000).toISOString();
  const completion: Completion = {
    date: day(0),
    status: "done",
    completedAt,
    timeZone: ZONE,
    completedBy,
  };
  return { ...task, ...onDays(day(0)), recentCompletions: [completion] };
}

/** A task's completed days. */
export const onDays = (...dates: readonly string[]): Pick<TaskJson, "completedDays"> => ({
  completedDays: bitsOf(...dates.map((date) => Date.parse(date) / DAY_MS)),
});

const project = readBackend();
const supabase = lazySupabase(project);
const linkClient = lazySupabase({ ...project, keepsSession: false });

/** The list in the server's format. */
export function listOf({
  tasks = [],
  invitations = [],
  households = [],
  timeZone = ZONE,
  fullName = "Petra Person",
  offersMorningMail = false,
}: Known): TaskList {
  const profile = { fullName, timeZone, offersMorningMail };
  return { profile, tasks, invitations, households, names: "" };
}

/** The app's client, with short waits between attempts (query-client.test.ts has the long ones). */
function queryClient(): QueryClient {
  const client = createQueryClient();
  const { mutations, queries } = client.getDefaultOptions();
  const soon = { retryDelay: 100 };
  client.setDefaultOptions({
    mutations: { ...mutations, ...soon },
    queries: { ...queries, ...soon },
  });
  return client;
}

function cacheOf(known: Known): QueryClient {
  const { shares = {}, records = [] } = known;
  const client = queryClient();
  const list = listOf(known);
  client.setQueryData(["task-list", PETRA.id], list);
  for (const [id, addresses] of Object.entries(shares)) {
    const known = addresses.map((email) => ({ email, status: "invited" }));
    client.setQueryData(["shares", PETRA.id, id], known);
  }
  for (const { task, date, record } of records) {
    client.setQueryData(["record", PETRA.id, "day", task.id, date, task.revision, "en"], record);
  }
  return client;
}

/** A session until the year 2200, whatever day a test makes of today. */
const sessionOf = (user: typeof PETRA) => ({
  access_token: "her token",
  refresh_token: "its successor",
  token_type: "bearer",
  expires_in: 3_600,
  expires_at: Date.UTC(2200, 0, 1) / 1_000,
  user,
});

/** The client of the previous test's screen. */
let last: QueryClient | undefined;

/** Resolves when nothing is being read any more. */
export const allRead = (): Promise<void> => expect.poll(() => last?.isFetching()).toBe(0);

async function showTo(
  person: typeof PETRA | null,
  children: ReactNode,
  queryClient: QueryClient,
): Promise<void> {
  await cleanup();
  // Requests that still wait for an answer fail now, and so do those sent after them.
  const underWay = () => {
    resetNetwork();
    return last?.isMutating() ?? 0;
  };
  await expect.poll(underWay).toBe(0);
  last = queryClient;
  clearToasts();
  localStorage.clear();
  waiting.setState(NOTHING_WAITS);
  await changeEntries(PETRA.id, () => []);
  if (person) localStorage.setItem(SESSION_KEY, JSON.stringify(sessionOf(person)));
  await render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>
        <AuthProvider supabase={supabase} linkClient={linkClient}>
          <main>
            <Suspense>{children}</Suspense>
          </main>
          <TaskDialogs />
          <TellUntaken />
        </AuthProvider>
      </QueryClientProvider>
      <Toaster />
      <Announcer />
    </ChakraProvider>,
  );
}

/** Another list of Petra's comes. */
export const listComes = (known: Known) =>
  last?.setQueryData(["task-list", PETRA.id], listOf(known));

/** Shows something to Petra, signed in. */
export const show = (children: ReactNode, known: Known = {}) =>
  showTo(PETRA, children, cacheOf(known));

/** The same before her list has arrived. */
export const showBeforeList = (children: ReactNode) => showTo(PETRA, children, queryClient());

/** Shows something to a signed-out person. */
export const showToNobody = (children: ReactNode) => showTo(null, children, queryClient());

const nothing = () => {};

/** It is gone when it is closed, as in the app. */
function Editor({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(true);
  return isOpen && <EditorView id={id} onClose={() => setOpen(false)} guard={nothing} />;
}

/** The editor with one of the tasks, or for a new one. */
export async function showEditor(task: TaskJson | null = null, known: Known = {}): Promise<void> {
  await show(<Editor id={task?.id ?? NEW_TASK} />, {
    ...known,
    tasks: [...(task ? [task] : []), ...(known.tasks ?? [])],
  });
}

/** The field with this label. */
export const field = (label: string): Locator => page.getByLabelText(label, { exact: true });

export const button = (name: string | RegExp): Locator =>
  page.getByRole("button", { name, ...(typeof name === "string" && { exact: true }) });

/** An item of the open menu. */
export const line = (name: string): Locator => page.getByRole("menuitem", { name, exact: true });

export const save = () => button("Save Task").click();

/** Saves the entered task, by its button or another press. */
export async function expectCreated(press: () => Promise<unknown> = save): Promise<void> {
  answer(calls.create, 200, { task: chore("What was entered") });
  await press();
  await expectToast("success", "Task Created");
}

/** The texts of these elements, in order. */
export const texts = (locator: Locator): string[] =>
  locator.elements().map((element) => element.textContent ?? "");

/** The notice with this title. */
export const toast = (title: string): Locator => page.getByText(title, { exact: true });

/** Expects exactly this text and style, then dismisses it, before it would cover the next click. */
export async function expectToast(
  kind: "success" | "error",
  title: string,
  description?: string,
): Promise<void> {
  await expect.element(toast(title)).toBeVisible();
  const notice = toast(title).element().closest<HTMLElement>("[data-toast]");
  expect(notice?.dataset.toast).toBe(kind);
  if (notice && description) {
    const said = page.elementLocator(notice).getByText(description, { exact: true });
    await expect.element(said).toBeVisible();
  }
  clearToasts();
}

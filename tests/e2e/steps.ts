import { expect, type Locator, type Page, type Route } from "@playwright/test";

/** Steps that several browser tests share. */

/** The notice with this title. */
export function toast(page: Page, title: string): Locator {
  return page.locator("[data-toast]").filter({ has: page.getByText(title, { exact: true }) });
}

/** Waits until a dialog has the focus, a frame after it appears: before, it handles no key. */
export async function expectFocusIn(dialog: Locator): Promise<void> {
  await expect
    .poll(() => dialog.evaluate((node) => node.contains(document.activeElement)))
    .toBe(true);
}

export async function pressEscape(dialog: Locator): Promise<void> {
  await expectFocusIn(dialog);
  await dialog.page().keyboard.press("Escape");
}

/** Expects exactly this text, and the destructive style for a failure. */
export async function expectToast(
  page: Page,
  kind: "success" | "error",
  title: string,
  description?: string,
): Promise<void> {
  const notice = toast(page, title).first();
  await expect(notice).toBeVisible();
  await expect(notice).toHaveAttribute("data-toast", kind);
  if (description) await expect(notice.getByText(description, { exact: true })).toBeVisible();
}

/** Expires the session of this tab for its next page; the current one can't renew it. */
export const expireSession = (page: Page) =>
  page.addInitScript(() => {
    const kept = location.protocol === "about:" ? null : localStorage.getItem("rota.session");
    if (kept === null) return;
    localStorage.setItem("rota.session", JSON.stringify({ ...JSON.parse(kept), expires_at: 1 }));
  });

/** Opens the app on a tab and waits for its heading. */
export async function openTab(page: Page, name: "Today" | "Tasks" | "About"): Promise<void> {
  await page.goto(`/#${name.toLowerCase()}`);
  const headings = { Today: /^Today is /, Tasks: "All Tasks", About: "About Rota" };
  await expect(page.getByRole("heading", { level: 1, name: headings[name] })).toBeVisible();
}

/** Opens the page of the person's household, or the page shown without one. */
export async function openHousehold(
  page: Page,
  name: string | RegExp = /^The flat/,
): Promise<void> {
  await page.goto("/household");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Opens the record of all of the person's tasks. */
export async function openRecord(page: Page): Promise<void> {
  await page.goto("/record");
  await expect(page.getByRole("heading", { level: 1, name: "Record" })).toBeVisible();
}

const SETTINGS = {
  profile: "Profile",
  dates: "Day and dates",
  mail: "Mail",
  notifications: "Notifications",
  calendar: "Calendar",
  programs: "Other programs",
  people: "People",
  keyboard: "Keyboard",
  data: "Your data",
  account: "Close my account",
} as const;

/** Opens a page of the settings and waits for its heading. */
export async function openSettings(page: Page, name: keyof typeof SETTINGS): Promise<void> {
  await page.goto(`/settings/${name}`);
  await expect(page.getByRole("heading", { level: 1, name: SETTINGS[name] })).toBeFocused();
}

/** Resolves when the page has joined its live channel; to be called before it is opened. */
export async function joinedLive(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket");
  await socket.waitForEvent("framereceived", ({ payload }) =>
    /"realtime:user:[^"]+","phx_reply",{.*"ok"/.test(String(payload)),
  );
}

/** The item of a list (an occurrence, a task's card) with this title. */
export function item(scope: Page | Locator, title: string): Locator {
  const notOfTheWeek = scope.locator(":not(aside *)");
  return scope.getByRole("listitem").and(notOfTheWeek).filter({ hasText: title });
}

/** Resolves when framer-motion animates the rows of Today; it loads when the page is idle. */
export const rowsMove = (page: Page) =>
  expect(page.locator(".row").first()).toHaveAttribute("style", /opacity/);

/** Holds framer-motion back. @returns a function that lets it come, and resolves when rows could have been mounted again */
export async function holdMotion(page: Page): Promise<() => Promise<void>> {
  const letGo = await hold(page, "**/assets/moving-parts-*.js");
  const motion = page.waitForResponse(/moving-parts/);
  return async () => {
    letGo();
    const url = (await motion).url();
    // Resolves after the app's own import; a frame later rows could be mounted again.
    await page.evaluate(async (file) => {
      await import(file);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, url);
  };
}

/** Running animations that will end; reading them applies the latest styles first. */
function unfinishedMotion() {
  const isEnding = ({ effect, playState }: Animation) =>
    playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime);
  return document
    .getAnimations()
    .filter(isEnding)
    .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120));
}

/** Resolves when no animation that will end is running. */
export const motionEnds = (page: Page) =>
  expect.poll(() => page.evaluate(unfinishedMotion)).toEqual([]);

export async function openNewTask(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add Task" }).click();
  await expect(page.getByRole("heading", { name: "Task Entry" })).toBeVisible();
  await expect(page.getByLabel("Add in one line")).toBeFocused();
}

/** Opens the app's Tasks tab and the editor of a task there. */
export async function openEditor(page: Page, title: string): Promise<void> {
  await openTab(page, "Tasks");
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await expect(page.getByRole("heading", { name: "Edit Task" })).toBeVisible();
}

export const save = (page: Page) => page.getByRole("button", { name: "Save Task" }).click();

/** Requests to the backend that a test controls. */
export interface Interference {
  /** how many there were so far */
  readonly count: () => number;
  /** lets them through again */
  readonly end: () => Promise<void>;
}

export const calls = {
  complete: "**/rest/v1/rpc/complete_task*",
  record: "**/rest/v1/rpc/read_record",
  list: "**/rest/v1/rpc/list_tasks*",
  events: "**/rest/v1/task_events*",
  notes: "**/rest/v1/task_day_notes*",
  token: "**/auth/v1/token*",
  signUp: "**/auth/v1/signup*",
  recover: "**/auth/v1/recover*",
  resend: "**/auth/v1/resend*",
  logout: "**/auth/v1/logout*",
  user: "**/auth/v1/user",
  verify: "**/auth/v1/verify",
} as const;

async function interfere(
  page: Page,
  url: string,
  act: (route: Route) => Promise<void>,
): Promise<Interference> {
  let count = 0;
  const handler = (route: Route) => {
    count += 1;
    return act(route);
  };
  await page.route(url, handler);
  return { count: () => count, end: () => page.unroute(url, handler) };
}

/** The network loses these requests. */
export const cut = (page: Page, url: string) => interfere(page, url, (route) => route.abort());

/** Something between the app and the backend answers these requests with this status. */
export function answer(page: Page, url: string, status: number, body: unknown = {}) {
  return interfere(page, url, (route) =>
    route.fulfill({ status, json: body, headers: { "Access-Control-Allow-Origin": "*" } }),
  );
}

/** Holds these requests back until the returned function releases them and later ones. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Controls the page's clock by a Date that can be extended, as date-fns' UTC dates do; Playwright's can't. */
export async function installClock(page: Page, options?: { time: number }): Promise<void> {
  await page.clock.install(options);
  await page.addInitScript(() => {
    const { now } = Date;
    const Native = Date.prototype.constructor as DateConstructor;
    class PageDate extends Native {
      constructor(...parts: number[]) {
        super(...((parts.length === 0 ? [now()] : parts) as [number]));
      }
      static override now = now;
    }
    // Some code looks up the methods on the prototype itself.
    Object.defineProperties(PageDate.prototype, {
      ...Object.getOwnPropertyDescriptors(Native.prototype),
      constructor: { value: PageDate },
    });
    globalThis.Date = PageDate as unknown as DateConstructor;
  });
}

/** Matches a text in which people's names and words are isolated by direction marks. */
export function isolating(text: string): RegExp {
  const characters = [...text].map((one) => one.replace(/[.*+?^${}()|[\]\\]/, "\\$&"));
  return new RegExp(characters.join("[\u2068\u2069]*"));
}

/** Each of these is completely between two heights of the screen, in CSS pixels from its top. */
export async function expectWithin(
  controls: Locator,
  { top, bottom }: { top: number; bottom: number },
) {
  for (const control of await controls.all()) {
    const box = await control.boundingBox();
    const name = (await control.textContent()) ?? "";
    expect(box?.y, name).toBeGreaterThanOrEqual(top);
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(bottom);
  }
}

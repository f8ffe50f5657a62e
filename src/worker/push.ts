/**
 * Shows pushes, and does what their buttons say, signed in or not: each has the token of a signed link, as the
 * button of a mail has.
 */

import type { Backend } from "../supabase/backend.ts";
import { readWorkerTexts, type WorkerTexts } from "./worker-texts.ts";

/** A push in the declarative form, as the function send-pushes writes it. */
interface Declared {
  readonly title: string;
  readonly body?: string;
  /** a BCP 47 tag */
  readonly lang?: string;
  readonly tag?: string;
  readonly navigate?: string;
  readonly app_badge?: string;
  readonly data?: Links;
}

type Purpose = "done" | "put-off";
type Links = { readonly [P in Purpose]?: string };

/** Data kept with a notification until it is pressed. */
interface Kept {
  readonly navigate: string;
  readonly links: Links;
}

interface Pushed extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}

interface Pressed extends ExtendableEvent {
  readonly notification: Notification;
  readonly action: string;
}

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface WindowClient {
  readonly url: string;
  focus(): Promise<unknown>;
}

/** The part of a service worker's global scope used here; TypeScript's library for pages lacks it. */
export interface PushScope {
  readonly location: { readonly origin: string };
  readonly navigator: { setAppBadge?(count: number): Promise<void> };
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(options: object): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: "push", listener: (event: Pushed) => void): void;
  addEventListener(type: "notificationclick", listener: (event: Pressed) => void): void;
}

const PURPOSES: readonly Purpose[] = ["done", "put-off"];

/** Milliseconds until a press must have been answered. */
const TIMEOUT = 10_000;

export function addPushListeners(scope: PushScope, backend: Backend): void {
  scope.addEventListener("push", (event) => event.waitUntil(showPush(scope, event)));
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(press(scope, backend, event));
  });
}

async function showPush(scope: PushScope, event: Pushed): Promise<void> {
  const texts = await readWorkerTexts();
  await show(scope, readPush(event, texts), texts);
}

/** A push that says nothing is shown, too: browsers end the subscription of those that show nothing. */
function readPush({ data }: Pushed, { changed, lang }: WorkerTexts): Declared {
  try {
    const declared = data?.json() as { notification: Declared } | undefined;
    if (declared?.notification.title) return declared.notification;
  } catch {
    // No JSON, or none of ours.
  }
  return { title: "Rota", body: changed, lang };
}

async function show(scope: PushScope, declared: Declared, texts: WorkerTexts): Promise<void> {
  const { title, body = "", lang = "en", tag = "", navigate = "/", data: links = {} } = declared;
  const kept: Kept = { navigate, links };
  const actions = PURPOSES.filter((purpose) => links[purpose]).map((action) => ({
    action,
    title: texts[action],
  }));
  const options = { body, tag, lang, icon: "/icon-192.png", data: kept, actions };
  await scope.registration.showNotification(title, options);
  const badge = declared.app_badge;
  if (badge !== undefined)
    await scope.navigator.setAppBadge?.(Number(badge)).catch(() => undefined);
}

async function press(
  scope: PushScope,
  backend: Backend,
  { notification, action }: Pressed,
): Promise<void> {
  const { navigate, links } = notification.data as Kept;
  const purpose = PURPOSES.find((known) => known === action);
  const token = purpose && links[purpose];
  if (!purpose || !token) return open(scope, navigate);
  const { title, tag } = notification;
  const texts = await readWorkerTexts();
  const said = await follow(backend, purpose, token, texts);
  if (said === "asks") return open(scope, `/mail/done?token=${token}`);
  if (said !== null) await show(scope, { title, tag, navigate, lang: texts.lang, ...said }, texts);
}

/**
 * Returns the text after a link was followed, in place of the notification; null when done, "asks" if
 * the doer must be chosen.
 */
async function follow(
  { url, publishableKey: apikey }: Backend,
  purpose: Purpose,
  token: string,
  texts: WorkerTexts,
): Promise<Pick<Declared, "body" | "data"> | "asks" | null> {
  try {
    const response = await fetch(`${url}/functions/v1/mail-link`, {
      method: "POST",
      headers: { apikey, "Content-Type": "application/json" },
      body: JSON.stringify({ token, purpose, action: "do" }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (response.status === 404) return { body: texts.gone };
    if (!response.ok) throw new Error(`${response.status}`);
    const { done, asks = null } = (await response.json()) as LinkedDay;
    if (asks !== null) return "asks";
    if (done === null || done.isYou) return null;
    const { name, status } = done;
    const isSkipped = status === "skipped";
    if (name === null) {
      return { body: isSkipped ? texts.somebodySkippedIt : texts.somebodyDidIt };
    }
    // A function: a name may have a `$` in it.
    const text = isSkipped ? texts.skippedIt : texts.didIt;
    return { body: text.replace("{name}", () => name) };
  } catch {
    return { body: texts.unsaved, data: { [purpose]: token } };
  }
}

/** The part of mail-link's answer that is used here. */
interface LinkedDay {
  readonly done: {
    readonly status: "done" | "skipped";
    readonly name: string | null;
    readonly isYou: boolean;
  } | null;
  readonly asks?: readonly unknown[] | null;
}

/** A window that shows it already, or else another one: what is typed in one stays. */
async function open({ clients, location }: PushScope, navigate: string): Promise<void> {
  const target = new URL(navigate, location.origin);
  const url = target.origin === location.origin ? target.href : location.origin;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find((window) => window.url === url);
  await (shown ? shown.focus() : clients.openWindow(url));
}

import type { Locale } from "../../domain/language/locale.ts";

/** `ready` is the only state in which this browser can be subscribed. */
export type Support = "ready" | "blocked" | "home-screen" | "not-kept" | "lacking";

interface ThisDevice {
  readonly support: Support;
  /** where it takes pushes; null while it takes none */
  readonly endpoint: string | null;
}

/** iPhones and iPads allow pushes only for apps on the home screen. */
const IS_IOS = /\b(?:iPhone|iPad|iPod)\b/;

export async function readThisDevice(): Promise<ThisDevice> {
  const none = (support: Support) => ({ support, endpoint: null });
  if (!("Notification" in window && "PushManager" in window && "serviceWorker" in navigator)) {
    const isTablet = navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1;
    return none(IS_IOS.test(navigator.userAgent) || isTablet ? "home-screen" : "lacking");
  }
  if (Notification.permission === "denied") return none("blocked");
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (subscription === undefined) return none("not-kept");
  return { support: "ready", endpoint: subscription?.endpoint ?? null };
}

const registered = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration();

/** Holds the user id and the endpoint last sent to the server. */
const TOLD_KEY = "rota.pushes";

export function keepTold(userId: string | null, endpoint = ""): void {
  try {
    if (userId === null) localStorage.removeItem(TOLD_KEY);
    else localStorage.setItem(TOLD_KEY, `${userId} ${endpoint}`);
  } catch {
    // No storage: the settings turn it on again.
  }
}

/** Whether the browser has changed its push address since; its event for that isn't reliable. */
export async function isToldElsewhere(userId: string): Promise<boolean> {
  const [person, endpoint] = localStorage.getItem(TOLD_KEY)?.split(" ") ?? [];
  if (person !== userId || Notification.permission !== "granted") return false;
  const device = await readThisDevice();
  return device.support === "ready" && device.endpoint !== endpoint;
}

export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly label: string;
}

/** Asks for permission; resolves to null without it. @param key the server's, in base64url */
export async function subscribe(key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const manager = (await registered())?.pushManager;
  if (!manager) throw new Error("no worker is registered");
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await manager.subscribe(options).catch(async () => {
    // It is subscribed for another key.
    await unsubscribe();
    return manager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  return { endpoint: endpoint ?? "", p256dh, auth, label: deviceLabel(navigator.userAgent) };
}

export async function unsubscribe(): Promise<void> {
  const subscription = await (await registered())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["Chrom", "Chrome"],
  ["Safari", "Safari"],
] as const;

const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS", "Mac"],
  ["Linux", "Linux"],
] as const;

const OTHER_BROWSER = "A browser";
const OTHER_SYSTEM = "another system";

/** What is stored of a device: 'Firefox on Android'. */
export function deviceLabel(userAgent: string): string {
  const nameIn = (known: readonly (readonly [string, string])[], otherwise: string) =>
    known.find(([word]) => userAgent.includes(word))?.[1] ?? otherwise;
  return `${nameIn(BROWSERS, OTHER_BROWSER)} on ${nameIn(SYSTEMS, OTHER_SYSTEM)}`;
}

/** The same for its reader. */
export function deviceText(label: string, { t }: Locale): string {
  const [browser = "", system = ""] = label.split(" on ");
  if (system === "") return label;
  if (browser === OTHER_BROWSER) {
    return system === OTHER_SYSTEM
      ? t("A browser on another system")
      : t("A browser on {system} // 'Android'", { system });
  }
  return system === OTHER_SYSTEM
    ? t("{browser} on another system // 'Firefox'", { browser })
    : t("{browser} on {system} // 'Firefox', 'Android'", { browser, system });
}

import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import OnThisDevice from "../../src/app/on-this-device.tsx";
import SettingsView from "../../src/app/settings-view.tsx";
import { deviceLabel, isToldElsewhere } from "../../src/features/notifications/this-device.ts";
import WatchSwitch from "../../src/features/notifications/watch-switch.tsx";
import { instantOf } from "../support/day.ts";
import { allAsked, answer, calls, expectSent, sent } from "./network.ts";
import { button, expectToast, field, PETRA, show } from "./show.tsx";

/** Notifications in the settings, in browsers that can show them and in others. */

const NOTHING = {
  todayHour: null,
  invitations: false,
  done: false,
  onlyMyTurns: false,
  offers: false,
  quietFrom: null,
  quietUntil: null,
  watched: [] as string[],
  devices: [],
};

const PHONE = {
  id: "1",
  label: "Firefox on Android",
  addedAt: instantOf("2026-11-01"),
  isThis: false,
};
const HERE = {
  id: "2",
  label: "Chrome on Linux",
  addedAt: instantOf("2026-11-02"),
  isThis: true,
};

/** The answers of the browser's push service and permission prompt. */
interface BrowserSays {
  readonly permission?: NotificationPermission;
  readonly asked?: NotificationPermission;
  readonly isKept?: boolean;
}

function browser({ permission = "default", asked = "granted", isKept = true }: BrowserSays) {
  const subscription = {
    endpoint: "https://fcm.googleapis.com/fcm/send/1",
    toJSON: () => ({
      endpoint: "https://fcm.googleapis.com/fcm/send/1",
      keys: { p256dh: "its key", auth: "its secret" },
    }),
    unsubscribe: vi.fn(async () => true),
  };
  let current: typeof subscription | null = null;
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => {
      current = subscription;
      return subscription;
    },
  };
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, "getRegistration").mockResolvedValue(
    isKept ? registration : undefined,
  );
  let known = permission;
  vi.spyOn(Notification, "permission", "get").mockImplementation(() => known);
  vi.spyOn(Notification, "requestPermission").mockImplementation(async () => {
    known = asked;
    return asked;
  });
  return subscription;
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.removeItem("rota.pushes");
});

async function showNotifications(known: object = NOTHING, key: string | null = "the key") {
  await show(<SettingsView page="notifications" />);
  answer(calls.readPush, 200, known);
  answer(calls.pushDevice, 200, { key, device: null });
  await allAsked();
}

const toggle = (name: string) => page.getByRole("switch", { name });

test("nothing is on by default, and each kind has its switch", async () => {
  browser({});
  await showNotifications();
  await expect.element(toggle("Notify me on this device")).not.toBeChecked();
  for (const kind of ["What is due today", "What others have done", "Invitations to tasks"]) {
    await expect.element(toggle(kind)).not.toBeChecked();
  }
  answer(calls.setPush, 200, null);
  answer(calls.readPush, 200, { ...NOTHING, todayHour: 7 });
  await toggle("What is due today").click();
  await expect.element(field("At")).toHaveValue("7");
  await allAsked();
  answer(calls.readPush, 200, { ...NOTHING, todayHour: 18 });
  await field("At").selectOptions("18");
  await expect
    .poll(() => sent(calls.setPush).at(-1))
    .toMatchObject({
      today_hour: 18,
      invitations: false,
      done: false,
      quiet_from: null,
    });
});

test("turned on here, the browser's subscription goes to the server; turned off, it ends", async () => {
  const subscription = browser({});
  await showNotifications();
  answer(calls.readPush, 200, { ...NOTHING, devices: [PHONE, HERE] });
  await toggle("Notify me on this device").click();
  await expectToast("success", "Notifications are on for this device");
  const added = sent(calls.pushDevice).find((body) => JSON.stringify(body).includes("its key"));
  expect(added).toMatchObject({
    subscription: { p256dh: "its key", auth: "its secret", label: expect.stringContaining(" on ") },
  });
  await expect.element(toggle("Notify me on this device")).toBeChecked();
  await expect
    .element(page.getByRole("list", { name: "Devices" }))
    .toHaveTextContent("this device");
  answer(calls.removePush, 200, null);
  answer(calls.readPush, 200, { ...NOTHING, devices: [PHONE] });
  await toggle("Notify me on this device").click();
  await expectToast("success", "Notifications are off for this device");
  expect(sent(calls.removePush)).toEqual([{ id: HERE.id }]);
  expect(subscription.unsubscribe).toHaveBeenCalledOnce();
  await expect.element(toggle("Notify me on this device")).not.toBeChecked();
});

test("another device is removed, and the focus stays in the list", async () => {
  browser({});
  await showNotifications({ ...NOTHING, devices: [PHONE] });
  answer(calls.removePush, 200, null);
  answer(calls.readPush, 200, NOTHING);
  await button("Remove Firefox on Android, since Nov 1, 2026").click();
  await expectToast("success", "Firefox on Android was removed");
  await expect.element(page.getByRole("heading", { name: "Devices" })).toHaveFocus();
  await expect.element(page.getByText("None yet.")).toBeVisible();
});

test("quiet hours are two different hours", async () => {
  browser({});
  await showNotifications({ ...NOTHING, quietFrom: 22, quietUntil: 7 });
  await expect.element(field("From")).toHaveValue("22");
  await expect.element(field("Until")).toHaveValue("7");
  await userEvent.click(page.getByRole("heading", { name: "Quiet hours" }));
  const hours = [...document.querySelectorAll("select")].map(
    (select) => [...select.options].map(({ value }) => Number(value)).length,
  );
  expect(hours).toEqual([23, 23]);
});

test("what can't be saved says so, and stays as it was", async () => {
  browser({});
  await showNotifications();
  answer(calls.setPush, 400, { message: "no" });
  await toggle("What others have done").click();
  await expectToast("error", "Error Saving Notifications");
  await expect.element(toggle("What others have done")).not.toBeChecked();
});

test("a task that others do, too, is watched on its page", async () => {
  browser({});
  await show(<WatchSwitch taskId="bins" />);
  answer(calls.readPush, 200, NOTHING);
  answer(calls.pushDevice, 200, { key: "the key", device: null });
  await expect.element(toggle("Tell me when others do it")).not.toBeChecked();
  answer(calls.watchTask, 200, null);
  answer(calls.readPush, 200, { ...NOTHING, watched: ["bins"] });
  await toggle("Tell me when others do it").click();
  await expect.element(toggle("Tell me when others do it")).toBeChecked();
  await expect.element(page.getByRole("link", { name: "Turn them on" })).toBeVisible();
  await expectSent(calls.watchTask).toEqual([{ task_id: "bins", is_watched: true }]);
});

test("who is told of all tasks is told of each, and where to change that", async () => {
  browser({});
  await show(<WatchSwitch taskId="bins" />);
  answer(calls.readPush, 200, { ...NOTHING, done: true, devices: [HERE] });
  answer(calls.pushDevice, 200, { key: "the key", device: null });
  await expect.element(toggle("Tell me when others do it")).toBeChecked();
  await expect.element(page.getByRole("link", { name: "Change that" })).toBeVisible();
});

/** Stores another address first; the storage is emptied before anything is shown. */
function OpenedAgain() {
  localStorage.setItem("rota.pushes", `${PETRA.id} https://fcm.googleapis.com/fcm/send/old`);
  return <OnThisDevice />;
}

test("where the browser takes pushes at another address than it did, the server is told", async () => {
  browser({ permission: "granted" });
  await show(<OpenedAgain />);
  answer(calls.pushDevice, 200, { key: "the key", device: null });
  await expect
    .poll(() => sent(calls.pushDevice).at(-1))
    .toMatchObject({ subscription: { endpoint: "https://fcm.googleapis.com/fcm/send/1" } });
  await expect
    .poll(() => localStorage.getItem("rota.pushes"))
    .toBe(`${PETRA.id} https://fcm.googleapis.com/fcm/send/1`);
});

test.each([
  ["somebody else has signed in", "robin https://fcm.googleapis.com/fcm/send/old"],
  ["nothing was turned on here", null],
])("where %s, nothing is", async (_, kept) => {
  browser({ permission: "granted" });
  if (kept) localStorage.setItem("rota.pushes", kept);
  expect(await isToldElsewhere(PETRA.id)).toBe(false);
});

test.each([
  [{ permission: "denied" } as const, /blocks notifications from Rota/],
  [{ isKept: false }, "Notifications need the built app."],
])("a browser that %o is told why not", async (says, text) => {
  browser(says);
  await showNotifications();
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(toggle("Notify me on this device")).not.toBeInTheDocument();
});

test("an iPhone's browser is told to add Rota to the home screen first", async () => {
  browser({});
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 19)");
  const { PushManager } = window;
  Reflect.deleteProperty(window, "PushManager");
  try {
    await showNotifications();
    await expect.element(page.getByText(/add Rota to the home screen first/)).toBeVisible();
  } finally {
    window.PushManager = PushManager;
  }
});

test("refused when asked, it says why it can't be turned on", async () => {
  browser({ asked: "denied" });
  await showNotifications();
  await toggle("Notify me on this device").click();
  await expect.element(page.getByText(/blocks notifications from Rota/)).toHaveFocus();
  await expect.element(toggle("Notify me on this device")).not.toBeInTheDocument();
});

test("neither allowed nor refused, it is off, and can be asked for again", async () => {
  browser({ asked: "default" });
  await showNotifications();
  await toggle("Notify me on this device").click();
  await expectSent(calls.readPush).toHaveLength(2);
  await expect.element(toggle("Notify me on this device")).not.toBeChecked();
  await expect.element(toggle("Notify me on this device")).toBeEnabled();
});

test("a Rota that sends none says so", async () => {
  browser({});
  await showNotifications(NOTHING, null);
  await expect.element(page.getByText("This Rota sends no notifications")).toBeVisible();
});

test("devices have names that people know", () => {
  expect(deviceLabel("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")).toBe(
    "Firefox on Android",
  );
  expect(deviceLabel("")).toBe("A browser on another system");
});

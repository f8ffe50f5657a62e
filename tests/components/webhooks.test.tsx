import { expect, test } from "vitest";
import { page } from "vitest/browser";
import SettingsView from "../../src/app/settings-view.tsx";
import { NewChannelDialog } from "../../src/features/notifications/new-channel-dialog.tsx";
import { instantOf } from "../support/day.ts";
import { answer, calls, expectSent, sent } from "./network.ts";
import { button, expectToast, field, show } from "./show.tsx";

/** Webhooks in the settings, and notifications that go elsewhere by HTTP. */

const HOOK = {
  ...{ id: "1", host: "hass.home:8123", by: null, createdAt: instantOf("2026-11-01") },
  ...{ usedAt: instantOf("2026-11-02"), failingSince: null, failure: null },
  ...{ givenUp: 0, givenUpAt: null, waiting: 0 },
};

async function openSettings(webhooks: readonly object[]) {
  // What is shown begins with an empty network.
  await show(<SettingsView page="webhooks" />);
  answer(calls.readWebhooks, 200, webhooks);
}

test("a new webhook's secret is shown once, and its address goes as it was typed", async () => {
  await openSettings([]);
  await button("New webhook").click();
  answer(calls.webhook, 200, { secret: "whsec_abc" });
  await field("Address").fill(" https://hass.example/api/webhook/x ");
  await button("Add").click();
  await expect.element(page.getByLabelText("Secret")).toHaveValue("whsec_abc");
  expect(sent(calls.webhook)).toMatchObject([
    { action: "add", household: null, address: "https://hass.example/api/webhook/x" },
  ]);
});

test("a refused address says why", async () => {
  await openSettings([]);
  await button("New webhook").click();
  const message = "This address leads nowhere, or into a private network";
  answer(calls.webhook, 422, {
    error: { code: "VALIDATION_FAILED", message, issues: [{ path: "address", message }] },
  });
  await field("Address").fill("https://10.0.0.1/");
  await button("Add").click();
  await expect.element(page.getByText(message)).toBeVisible();
});

test.each([
  [{}, "Added on Nov 1, 2026. Last message on Nov 2, 2026."],
  [
    { failingSince: instantOf("2026-11-03"), failure: "503", waiting: 2 },
    "Takes nothing since Nov 3, 2026. It answers with status 503. 2 messages wait.",
  ],
  [
    { failingSince: instantOf("2026-11-03"), failure: "TOO_SLOW", waiting: 1 },
    "It didn’t answer within ten seconds. 1 message waits.",
  ],
  [
    { givenUp: 3, givenUpAt: instantOf("2026-11-04"), by: "Bob" },
    "Added by Bob on Nov 1, 2026. Last message on Nov 2, 2026. 3 messages were given up after a day, the last on Nov 4, 2026.",
  ],
])("a webhook says how it stands: %j", async (state, text) => {
  await openSettings([{ ...HOOK, ...state }]);
  await expect.element(page.getByText(text)).toBeVisible();
});

test("a test says what came of it, and a removed webhook is gone", async () => {
  await openSettings([HOOK]);
  const testing = button("Send a test to hass.home:8123");
  answer(calls.webhook, 200, { isTaken: true, failure: null });
  await testing.click();
  await expectToast("success", "hass.home:8123 took the test");
  answer(calls.webhook, 200, { isTaken: false, failure: "NOT_REACHED" });
  await testing.click();
  await expectToast("error", "hass.home:8123 did not take the test");
  answer(calls.removeWebhook, 204, null);
  answer(calls.readWebhooks, 200, []);
  await button("Remove the webhook to hass.home:8123").click();
  await expectToast("success", "hass.home:8123 is told nothing more");
  await expectSent(calls.removeWebhook).toEqual([{ id: "1" }]);
  await expect.element(testing).not.toBeInTheDocument();
});

test("notifications go to a known service, or to any address with what it wants", async () => {
  await show(<NewChannelDialog onClosed={() => {}} />, { tasks: [] });
  const by = page.getByLabelText("By");
  await by.selectOptions("Gotify");
  await field("Address").fill("https://gotify.home/");
  await field("Token").fill("secret");
  const failed = "A first message was not taken there";
  answer(calls.pushChannel, 422, {
    error: { code: "VALIDATION_FAILED", message: failed, issues: [{ path: "", message: failed }] },
  });
  await button("Add").click();
  await expect.element(page.getByText(failed)).toBeVisible();
  await by.selectOptions("Something else");
  await field("Name").fill("My script");
  await field("Address").fill("https://script.example/in");
  await field("Headers").fill("X-Key: a:b\nX-Other:c");
  answer(calls.pushChannel, 200, { id: "1" });
  await button("Add").click();
  await expectToast("success", "Notifications go to My script, too");
  expect(sent(calls.pushChannel)).toMatchObject([
    {
      label: "Gotify",
      channel: {
        address: "https://gotify.home/message",
        headers: [{ name: "X-Gotify-Key", value: "secret" }],
      },
    },
    {
      label: "My script",
      channel: {
        method: "POST",
        address: "https://script.example/in",
        headers: [
          { name: "X-Key", value: "a:b" },
          { name: "X-Other", value: "c" },
        ],
        body: '{"title": "{title}", "text": "{body}", "link": "{url}"}',
      },
    },
  ]);
});

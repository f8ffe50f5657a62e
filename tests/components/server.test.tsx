import { expect, test } from "vitest";
import { page } from "vitest/browser";
import SettingsView from "../../src/app/settings-view.tsx";
import { day, instantOf } from "../support/day.ts";
import { answer, calls, cut, sent } from "./network.ts";
import { button, expectToast, field, PETRA, show } from "./show.tsx";

/** The page of who runs a server of one's own; what the server does is in operator.all.test.ts. */

const backup = { bytes: 1_234_567, at: instantOf(day(0)), isVerified: false };
const SERVER = {
  ...{ version: "2.0.0", startedAt: "2026-11-27T10:00:00.000Z", down: [], troubles: [] },
  addresses: ["https://rota.example", "http://192.168.1.5:8080"],
  signUp: { choice: "invited", isFixed: false },
  mail: { isFixed: false, server: null },
  people: [
    { ...PETRA, since: day(-30), seen: day(0), isOperator: true },
    { id: "bob", email: "bob@example.com", since: day(-2), seen: null, isOperator: false },
  ],
  backups: [
    { ...backup, name: "rota-2026-11-27.backup" },
    { ...backup, name: "rota-2026-11-26.backup", isVerified: true },
  ],
  restoring: "rota serve restore /data/backups/NAME --replace",
};
const MAIL = {
  ...{ host: "mail.example", port: 465, from: "Rota <rota@rota.example>" },
  ...{ user: "rota", hasPassword: true },
};

async function showServer(server: object = {}): Promise<void> {
  await show(<SettingsView page="server" />);
  answer(calls.server, 200, { ...SERVER, ...server });
  await expect.element(page.getByRole("heading", { name: "People" })).toBeVisible();
}

const PASSWORD = "the right one";
async function giveAndPress(action: string): Promise<void> {
  await field("Your password").fill(PASSWORD);
  await button(action).click();
}

test("the settings name it for who runs it alone", async () => {
  const row = page.getByRole("link", { name: /This server/ });
  await show(<SettingsView />);
  await expect.element(page.getByRole("link", { name: /Your data/ })).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
  answer(calls.server, 404);
  await expect.element(row).not.toBeInTheDocument();
  await show(<SettingsView />);
  answer(calls.server, 200, SERVER);
  await expect.element(row).toHaveAttribute("href", "/settings/server");
});

test("its page is there for nobody else, and can be asked for again when it can't be read", async () => {
  await show(<SettingsView page="server" />);
  answer(calls.server, 404);
  await expect.element(page.getByText(/not found/i).first()).toBeVisible();
  await show(<SettingsView page="server" />);
  answer(calls.server, 403);
  await expect.element(page.getByText("This server could not be loaded.")).toBeVisible();
  answer(calls.server, 200, SERVER);
  await button("Try Again").click();
  await expect.element(page.getByText("Everything works.")).toBeVisible();
  await expect
    .element(page.getByText("It is reached at", { exact: false }))
    .toHaveTextContent(
      "https://rota.example and http://192.168.1.5:8080; mails and links have the first.",
    );
});

test("what does not work is said, and since when", async () => {
  const trouble = { what: "send-mails", since: instantOf(day(0)), reason: "no route" };
  await showServer({ troubles: [trouble], down: ["realtime"] });
  await expect.element(page.getByText(/send-mails: since .*, no route/)).toBeVisible();
  await expect.element(page.getByText("realtime does not run.")).toBeVisible();
  await expect.element(page.getByText("Everything works.")).not.toBeInTheDocument();
});

test("somebody is invited by a link, once the password is right", async () => {
  await showServer();
  await button("Invite somebody").click();
  await field("Their e-mail address").fill("carol@example.com");
  answer(calls.invite, 400, { error: { code: "WRONG_PASSWORD", message: "no" } });
  await giveAndPress("Make a link");
  await expect.element(page.getByText("This is not your password.")).toBeVisible();
  answer(calls.invite, 429, {});
  await giveAndPress("Make a link");
  await expect.element(page.getByText("Too many attempts. Try again later.")).toBeVisible();
  const link = "https://rota.example/?sign_up=abc";
  answer(calls.invite, 200, { link, unsent: null });
  await giveAndPress("Make a link");
  await expect.element(field("Link")).toHaveValue(link);
  const asked = { address: "carol@example.com", isMailed: false, current_password: PASSWORD };
  expect(sent(calls.invite)).toEqual([asked, asked, asked]);
});

test("an invitation goes by mail where mails are sent, and is handed on where that fails", async () => {
  await showServer({ mail: { isFixed: false, server: MAIL } });
  await button("Invite somebody").click();
  await giveAndPress("Send the invitation");
  await expect.element(page.getByText("Required")).toBeVisible();
  await field("Their e-mail address").fill("carol@example.com");
  await button("Send the invitation").click();
  answer(calls.invite, 200, { link: "https://rota.example/?sign_up=abc", unsent: "550 Full" });
  await expect
    .element(page.getByText(/could not be sent \(550 Full\)\. Pass this link on/))
    .toBeVisible();
});

test("an account is closed by its owner's name, and never one's own; a refusal is in the server's words", async () => {
  await showServer();
  await expect.element(button(`Close the account of ${PETRA.email}`)).not.toBeInTheDocument();
  await button("Close the account of bob@example.com").click();
  answer(calls.closeAccount, 422, { error: { code: "REFUSED", message: "Bob stays." } });
  await giveAndPress("Close the account");
  await expectToast("error", "Not done", "Bob stays.");
  answer(calls.closeAccount, 200, {});
  await button("Close the account").click();
  await expectToast("success", "Account closed");
  expect(sent(calls.closeAccount).at(-1)).toEqual({ account: "bob", current_password: PASSWORD });
});

test("a mail server is written and never read: its password's field is empty", async () => {
  await showServer({ mail: { isFixed: false, server: MAIL } });
  await button("Change the mail server").click();
  await expect.element(field("Server")).toHaveValue("mail.example");
  await expect.element(field("Password of the mail server")).toHaveValue("");
  await field("Port").fill("587");
  answer(calls.setMail, 200, {});
  // It restarts.
  answer(calls.server, 200, { ...SERVER, startedAt: "2026-11-27T10:00:09.000Z" });
  await giveAndPress("Save");
  await expectToast("success", "Saved");
  const { hasPassword: _, ...kept } = MAIL;
  const changed = { ...kept, port: 587, pass: null };
  expect(sent(calls.setMail)).toEqual([{ ...changed, current_password: PASSWORD }]);
});

test("a test goes to one's own mailbox, and says why it doesn't", async () => {
  await showServer({ mail: { isFixed: false, server: MAIL } });
  answer(calls.testMail, 200, { to: PETRA.email, unsent: "535 Login refused" });
  await button("Send a test").click();
  await expectToast("error", "The test was not sent", "535 Login refused");
  answer(calls.testMail, 200, { to: PETRA.email, unsent: null });
  await button("Send a test").click();
  await expectToast("success", "Test sent", `Look into the mailbox of ${PETRA.email}.`);
});

test("what is set where the server is started is only shown", async () => {
  await showServer({
    mail: { isFixed: true, server: MAIL },
    signUp: { choice: "closed", isFixed: true },
  });
  await expect.element(page.getByText("Nobody without a link from you.")).toBeVisible();
  await expect.element(button("Send a test")).toBeVisible();
  for (const name of ["Change the mail server", "Change who may make an account"]) {
    await expect.element(button(name)).not.toBeInTheDocument();
  }
});

test("backups are made and verified, and one that is no good says so", async () => {
  await showServer();
  answer(calls.makeBackup, 200, { name: "asked-2026-11-27-120000.backup" });
  await button("Make one now").click();
  await expectToast("success", "Backup made", "asked-2026-11-27-120000.backup");
  answer(calls.verifyBackup, 422, { error: { code: "REFUSED", message: "It lacks lines." } });
  await button("Verify rota-2026-11-27.backup").click();
  await expectToast("error", "It can’t be restored", "It lacks lines.");
  cut(calls.downloadBackup);
  await button("Download rota-2026-11-27.backup").click();
  await giveAndPress("Download");
  await expectToast("error", "Not done");
  expect(sent(calls.downloadBackup)).toHaveLength(1);
});

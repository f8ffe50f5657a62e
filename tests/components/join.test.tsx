import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import OtherPages from "../../src/app/other-pages.tsx";
import { answer, answerIfAsked, calls, sent } from "./network.ts";
import { button, expectToast, listOf, PETRA, show, showToNobody } from "./show.tsx";

/** A household's link, to somebody who isn't signed in: who invites to what, and one form. */

const TOKEN = "a-token";
const INVITATION = {
  ...{ household: "Home", by: "Alice", role: "member", person: null, isJoined: false },
};
const PASSWORD = "correct horse";
const REFUSED = { code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" };

const start = location.href;
beforeEach(() => {
  history.replaceState(null, "", `/join#${TOKEN}`);
});
afterEach(() => {
  history.replaceState(null, "", start);
});

const form = (name: "Sign Up" | "Sign In") => page.getByRole("form", { name });
const field = (label: string) => form("Sign Up").getByLabelText(label);

async function follow(changes: Partial<Record<keyof typeof INVITATION, unknown>> = {}) {
  await showToNobody(<OtherPages />);
  answer(calls.readInvitation, 200, { ...INVITATION, ...changes });
  await expect
    .element(page.getByRole("heading", { name: "Alice invites you to Home" }))
    .toBeVisible();
}

async function fill(name = "Carol") {
  await field("Full Name").fill(name);
  await field("Email").fill(PETRA.email);
  await field("Password").fill(PASSWORD);
  await button("Join").click();
}

/** What Auth answers who signs in. */
const session = {
  ...{ access_token: "a.b.c", refresh_token: "r", token_type: "bearer", expires_in: 3_600 },
  user: PETRA,
};

test("name, address and password, once: the account is made, and its person belongs", async () => {
  await follow();
  await button("Join").click();
  await expect.poll(() => form("Sign Up").getByText("Required").elements().length).toBe(3);
  answer(calls.signUp, 200, { id: PETRA.id, email: PETRA.email });
  answer(calls.token, 200, session);
  answer(calls.joinHousehold, 200, "the household's id");
  answerIfAsked(calls.list, 200, listOf({}));
  await fill();
  await expectToast("success", "Welcome", "The tasks of Home are on your board.");
  expect(location.pathname).toBe("/");
  expect(sent(calls.signUp)).toMatchObject([
    { email: PETRA.email, password: PASSWORD, data: { full_name: "Carol", sign_up_link: TOKEN } },
  ]);
  expect(sent(calls.joinHousehold)).toEqual([{ token: TOKEN }]);
});

test("for somebody who is there without an account, their name is in the form", async () => {
  await follow({ person: "Carol" });
  await expect.element(field("Full Name")).toHaveValue("Carol");
  await expect.element(page.getByText("You’ll join as Carol")).toBeVisible();
});

test.each([
  [null, "Full Name"],
  ["Carol", "Password"],
])("a mail's link for %s begins at the %s", async (person, label) => {
  history.replaceState(null, "", `/join?invited=${PETRA.email}#${TOKEN}&proof=a-proof`);
  await follow({ person });
  await expect.element(field("Email")).toHaveValue(PETRA.email);
  await expect.element(field(label)).toHaveFocus();
});

test("where the address is confirmed first, they wait for the mail", async () => {
  await follow();
  answer(calls.signUp, 200, { id: PETRA.id, email: PETRA.email });
  answer(calls.token, 400, { ...REFUSED, error_code: "email_not_confirmed" });
  await fill();
  await expect.element(page.getByText(`We sent a link to ${PETRA.email}`)).toHaveFocus();
});

test("a refusal is told in the server's words, and the form stays as it was filled in", async () => {
  await follow();
  const msg = "This link is for another address.";
  answer(calls.signUp, 403, { code: 403, error_code: "otp_expired", msg });
  await fill();
  await expectToast("error", "Sign Up Failed", msg);
  await expect.element(field("Email")).toHaveValue(PETRA.email);
  await expect.element(field("Password")).toHaveFocus();
});

test("who has an account signs in on the same page, and joins by that", async () => {
  await follow();
  await button("Sign in").click();
  await form("Sign In").getByLabelText("Email").fill(PETRA.email);
  await form("Sign In").getByLabelText("Password").fill("wrong");
  answer(calls.token, 400, REFUSED);
  await button("Sign in and join").click();
  await expectToast("error", "Sign In Failed", "Invalid login credentials");
  answer(calls.token, 200, session);
  answer(calls.joinHousehold, 200, "the household's id");
  answerIfAsked(calls.list, 200, listOf({}));
  await button("Sign in and join").click();
  await expectToast("success", "Welcome", "The tasks of Home are on your board.");
  expect(sent(calls.signUp)).toEqual([]);
});

test("a link that is over says so, and nothing is said of it before that is known", async () => {
  await showToNobody(<OtherPages />);
  await expect.poll(() => sent(calls.readInvitation)).toEqual([{ token: TOKEN }]);
  expect(page.getByText("no longer works").elements()).toHaveLength(0);
  expect(form("Sign Up").elements()).toHaveLength(0);
  answer(calls.readInvitation, 200, null);
  await expect
    .element(page.getByRole("heading", { name: "This link no longer works" }))
    .toBeVisible();
  await button("To Rota").click();
  expect(location.pathname).toBe("/");
});

test("who is signed in already is asked, and told as whom they would join", async () => {
  await show(<OtherPages />);
  answer(calls.readInvitation, 200, INVITATION);
  await expect
    .element(page.getByText("You are signed in as"))
    .toHaveTextContent(`You are signed in as ${PETRA.email}. To join as somebody else`);
  await expect.element(button("Join")).toBeVisible();
  expect(sent(calls.joinHousehold)).toEqual([]);
});

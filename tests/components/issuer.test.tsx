import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { ConnectIssuer } from "../../src/features/auth/connect-issuer.tsx";
import IssuerScreen from "../../src/features/auth/issuer-screen.tsx";
import { answer, calls } from "./network.ts";
import { button, expectToast, show, showToNobody } from "./show.tsx";

/** Where a sign-in at an issuer comes back to, and what connects an account with it. */

const path = location.pathname + location.search;
const left: string[] = [];
const comeBack = async (search: string) => {
  history.replaceState(null, "", `/sign-in${search}`);
  await showToNobody(<IssuerScreen onDone={(to) => left.push(to)} />);
};

beforeEach(() => {
  left.length = 0;
});
afterEach(() => history.replaceState(null, "", path));

test.each([
  ["access_denied", "access_denied", /was not allowed to say who you are/],
  ["server_error", "bad_oauth_state", /took too long, or was begun in another place/],
  ["server_error", "unexpected_failure", /doesn’t answer, or not as it should/],
])("%s (%s) is told in our words, and none of the address's", async (error, code, words) => {
  await comeBack(`?error=${error}&error_code=${code}&error_description=Call+555-0100`);
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(page.getByText("555-0100")).not.toBeInTheDocument();
  await button("Back to Rota").click();
  expect(left).toEqual(["/"]);
});

test("a code that this browser didn't begin is refused, and leaves the address", async () => {
  await comeBack("?code=of-somebody-else");
  await expect.element(page.getByText(/was begun in another place/)).toBeVisible();
  expect(location.search).toBe("");
});

test("an account that isn't connected can be; one that is can be disconnected, unless nothing else opens it", async () => {
  const none = { id: "petra", identities: [{ provider: "email" }] };
  await show(<ConnectIssuer name="Our door" />);
  answer(calls.user, 200, none);
  await expect.element(button("Connect Our door")).toBeVisible();
  await show(<ConnectIssuer name="Our door" />);
  const identities = [{ provider: "custom:house", identity_id: "i1" }];
  answer(calls.user, 200, { id: "petra", identities });
  await expect.element(page.getByText("Connected: you can sign in with Our door.")).toBeVisible();
  const refusal = { error_code: "single_identity_not_deletable", msg: "at least 1 identity" };
  answer(calls.identity, 422, refusal);
  await button("Disconnect").click();
  await expectToast(
    "error",
    "Error Disconnecting Our door",
    "It is the only way into your account: choose a password first.",
  );
  answer(calls.identity, 200);
  answer(calls.user, 200, none);
  await button("Disconnect").click();
  await expectToast("success", "Disconnected");
  await expect.element(button("Connect Our door")).toBeVisible();
});

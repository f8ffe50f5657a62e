import { expect, test } from "vitest";
import { page } from "vitest/browser";
import AuthScreen from "../../src/features/auth/auth-screen.tsx";
import { SecondFactor } from "../../src/features/auth/second-factor.tsx";
import { answer, calls, expectSent, sent } from "./network.ts";
import { button, expectToast, PETRA, show, showToNobody } from "./show.tsx";

/** A second factor on the screen; what the service does is in the stack's tests. */

const KEY = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const FACTOR = { id: "f1", factor_type: "totp", status: "verified" };
const WRONG = { error_code: "mfa_verification_failed", msg: "Invalid TOTP code entered" };
const code = page.getByLabelText("Code of your authenticator app");

/** A session of Petra, who has a factor. */
function sessionAt(aal: "aal1" | "aal2") {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
  const token = [{ alg: "HS256" }, { sub: PETRA.id, aal, exp: 4_102_444_800 }].map(part);
  return {
    ...{ access_token: `${token.join(".")}.c2ln`, refresh_token: "r", token_type: "bearer" },
    ...{ expires_in: 3600, user: { ...PETRA, factors: [FACTOR] } },
  };
}

test("is turned on by what an app shows for the key, and off by one more code", async () => {
  await show(<SecondFactor />);
  // One that was begun and given up is in nobody's way.
  answer(calls.user, 200, { ...PETRA, factors: [{ ...FACTOR, status: "unverified" }] });
  await expect.element(page.getByText("Second factor: off")).toBeVisible();
  answer(calls.factor, 200, { id: "f1" });
  const uri = `otpauth://totp/Rota:petra?secret=${KEY}`;
  answer(calls.factors, 200, { id: "f1", type: "totp", totp: { secret: KEY, uri, qr_code: "" } });
  await button("Turn on").click();
  const dialog = page.getByRole("dialog", { name: "Turn a second factor on" });
  await expect.element(dialog.getByAltText("The key as a QR code")).toBeVisible();
  await expect.element(dialog.getByLabelText("Key", { exact: true })).toHaveValue(KEY);
  await expect.element(code).toHaveFocus();
  answer(calls.challenge, 200, { id: "c1", type: "totp", expires_at: 1 });
  answer(calls.verify, 422, WRONG);
  await code.fill("123 456");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expectToast(
    "error",
    "Error Turning It On",
    "This code isn’t right, or was used before. Enter the one that is shown now.",
  );
  await expect.element(code).toHaveFocus();
  expect(sent(calls.verify)).toEqual([{ challenge_id: "c1", code: "123456" }]);
  answer(calls.verify, 200, sessionAt("aal2"));
  answer(calls.user, 200, { ...PETRA, factors: [FACTOR] });
  await code.fill("654321");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expectToast("success", "Second factor on", "Your other devices are signed out.");
  await expect.element(page.getByText("Second factor: on")).toBeVisible();

  await button("Turn off").click();
  const off = page.getByRole("dialog", { name: "Turn the second factor off" });
  answer(calls.verify, 422, WRONG);
  await code.fill("111111");
  await off.getByRole("button", { name: "Turn off" }).click();
  await expectToast("error", "Error Turning It Off");
  answer(calls.verify, 200, sessionAt("aal2"));
  answer(calls.user, 200, { ...PETRA, factors: [] });
  await code.fill("222222");
  await off.getByRole("button", { name: "Turn off" }).click();
  await expectToast("success", "Second factor off");
  await expect.element(page.getByText("Second factor: off")).toBeVisible();
});

test("a sign-in asks for the code after the password, and another account can be used", async () => {
  await showToNobody(<AuthScreen />);
  const signIn = page.getByRole("form", { name: "Sign In" });
  const give = async () => {
    await signIn.getByLabelText("Email").fill(PETRA.email);
    await signIn.getByLabelText("Password").fill("the right one");
    await signIn.getByRole("button", { name: "Sign In" }).click();
  };
  answer(calls.token, 200, sessionAt("aal1"));
  await give();
  await expect.element(code).toHaveFocus();
  await expect.element(page.getByText("Welcome back!")).not.toBeInTheDocument();
  answer(calls.logout, 204);
  await button("Use another account").click();
  await give();
  await expect.element(code).toHaveFocus();
  answer(calls.user, 200, { ...PETRA, factors: [FACTOR] });
  answer(calls.challenge, 200, { id: "c1", type: "totp", expires_at: 1 });
  answer(calls.verify, 200, sessionAt("aal2"));
  await code.fill("123456");
  await button("Sign In").click();
  await expectSent(calls.verify).toEqual([{ challenge_id: "c1", code: "123456" }]);
  await expectToast("success", "Welcome back!");
});

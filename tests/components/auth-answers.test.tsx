import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useAuth } from "../../src/auth/auth.tsx";
import AboutTab from "../../src/features/about/about-tab.tsx";
import AuthScreen from "../../src/features/auth/auth-screen.tsx";
import SetNewPasswordScreen from "../../src/features/auth/set-new-password-screen.tsx";
import { answer, calls, cut, expectSent, hold, sent } from "./network.ts";
import { button, expectToast, PETRA, show, showToNobody, toast } from "./show.tsx";

/** The auth forms' messages about the service's answers; the service's own messages are in live/app-auth.test.ts. */

const form = (name: "Sign In" | "Sign Up") => page.getByRole("form", { name });
const passwordOf = (name: "Sign In" | "Sign Up") => form(name).getByLabelText("Password");

async function fill(name: "Sign In" | "Sign Up", password: string) {
  await form(name).getByLabelText("Email").fill(PETRA.email);
  await passwordOf(name).fill(password);
  await form(name).getByRole("button", { name }).click();
}

async function showSignUp() {
  await showToNobody(<AuthScreen />);
  await page.getByRole("tab", { name: "Sign Up" }).click();
}

const refusal = (error_code: string, msg: string) => ({ code: 400, error_code, msg });

test("a wrong password is refused in the server's words", async () => {
  await showToNobody(<AuthScreen />);
  await fill("Sign In", "not the password");
  await expect.element(form("Sign In").getByLabelText("Email")).toBeDisabled();
  await expect.element(passwordOf("Sign In")).toBeDisabled();
  answer(calls.token, 400, refusal("invalid_credentials", "Invalid login credentials"));
  await expectToast("error", "Sign In Failed", "Invalid login credentials");
  await expect.element(passwordOf("Sign In")).toHaveFocus();
});

test("an address that is not confirmed yet cannot sign in", async () => {
  await showToNobody(<AuthScreen />);
  answer(calls.token, 400, refusal("email_not_confirmed", "Email not confirmed"));
  await fill("Sign In", "correct horse");
  await expectToast("error", "Sign In Failed", "Email not confirmed");
});

test("a sign-in without a network says so", async () => {
  await showToNobody(<AuthScreen />);
  cut(calls.token);
  await fill("Sign In", "correct horse");
  await expectToast("error", "Sign In Failed", "Failed to fetch");
});

test("what was said of a failed attempt goes when it is tried again", async () => {
  await showToNobody(<AuthScreen />);
  cut(calls.token);
  await fill("Sign In", "a password");
  const failure = toast("Sign In Failed");
  // While the pointer is on it, no toast closes by itself.
  await failure.hover();
  hold(calls.token);
  await expect.element(passwordOf("Sign In")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(failure).not.toBeInTheDocument();
  await expectSent(calls.token).toHaveLength(2);
  answer(calls.token, 400, refusal("invalid_credentials", "Invalid login credentials"));
  await expect.element(failure).toBeVisible();
});

test("who signs in with an old password that is short now can", async () => {
  await showToNobody(<AuthScreen />);
  answer(calls.token, 400, refusal("invalid_credentials", "Invalid login credentials"));
  await fill("Sign In", "123456");
  await expectToast("error", "Sign In Failed", "Invalid login credentials");
  await expectSent(calls.token).toMatchObject([{ email: PETRA.email, password: "123456" }]);
});

test("signs up, and is sent a link", async () => {
  await showSignUp();
  answer(calls.signUp, 200, { id: PETRA.id, email: PETRA.email });
  await fill("Sign Up", "correct horse");
  const text = "Please check your email to verify your account.";
  await expectToast("success", "Account Created!", text);
  const said = page.getByText(`We sent a link to ${PETRA.email}`);
  await expect.element(said).toHaveFocus();
  await expect.element(form("Sign Up")).not.toBeInTheDocument();
  await button("Use another address").click();
  await expect.element(form("Sign Up").getByLabelText("Email")).toHaveValue(PETRA.email);
});

test("a password that is too weak says so under its field, or in the server's words", async () => {
  await showSignUp();
  const password = passwordOf("Sign Up");
  await fill("Sign Up", "123456");
  await expect.element(password).toHaveAccessibleErrorMessage("Use at least 8 characters");
  await expect.element(password).toHaveFocus();
  await password.fill("12345678");
  await expect.element(password).toHaveAccessibleErrorMessage("Too many people use this password");
  expect(sent(calls.signUp)).toEqual([]);

  const msg = "Password is known to be weak and easy to guess.";
  answer(calls.signUp, 422, { error_code: "weak_password", msg });
  await fill("Sign Up", "correct horse");
  await expectToast("error", "Sign Up Failed", msg);
  await expect.element(password).toHaveFocus();
});

test("a sign-up that the whole project has sent too many mails for says so", async () => {
  await showSignUp();
  const msg = "email rate limit exceeded";
  answer(calls.signUp, 429, { error_code: "over_email_send_rate_limit", msg });
  await fill("Sign Up", "correct horse");
  await expectToast("error", "Sign Up Failed", msg);
});

const dialog = page.getByRole("dialog", { name: "Reset your password" });
const address = dialog.getByLabelText("Email address");
const send = dialog.getByRole("button", { name: "Send reset email" });
const SENT = "If there's an account with that email, a reset link has been sent.";

async function forget() {
  await showToNobody(<AuthScreen />);
  await button("Forgot Password?").click();
  await address.fill(PETRA.email);
  await send.click();
}

test("a reset mail is promised when it has been asked for", { tags: ["all"] }, async () => {
  await forget();
  await expect.element(send).toBeDisabled();
  await expect.element(address).toBeDisabled();
  answer(calls.recover, 200);
  await expectToast("success", SENT);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a mail that cannot be sent says why", async () => {
  await forget();
  answer(calls.recover, 429, { msg: "Too many requests" });
  await expectToast("error", "Error sending reset email", "Too many requests");
  await expect.element(dialog).toBeVisible();
});

test("too many requests of one device, whatever the address, are told as such", async () => {
  await forget();
  const msg = "Request rate limit reached";
  answer(calls.recover, 429, { error_code: "over_request_rate_limit", msg });
  await expectToast("error", "Error sending reset email", msg);
});

afterEach(() => vi.useRealTimers());

test("a mail that fails after it was told is told of, too", async () => {
  await showToNobody(<AuthScreen />);
  await button("Forgot Password?").click();
  await address.fill(PETRA.email);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await send.click();
  await expectSent(calls.recover).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  await expectToast("success", SENT);
  cut(calls.recover);
  await expectToast("error", "Error sending reset email");
});

test("without the link there is no password to set", async () => {
  await showToNobody(<SetNewPasswordScreen onDone={() => {}} />);
  await page.getByLabelText("New password").fill("a better password");
  await button("Set New Password").click();
  await expectToast("error", "Password reset failed", "Auth session missing!");
});

function AboutOrForms() {
  return useAuth().user ? <AboutTab onSignedOut={() => {}} /> : <AuthScreen />;
}

test("a sign-out that the server fails at says so; this device is signed out all the same", async () => {
  await show(<AboutOrForms />);
  answer(calls.logout, 500, { msg: "Try later" });
  await button("Logout").click();
  await expectToast("error", "Sign Out Failed", "Try later");
  await expect.element(form("Sign In")).toBeVisible();
});

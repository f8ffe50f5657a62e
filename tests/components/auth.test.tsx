import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useAuth } from "../../src/auth/auth.tsx";
import AboutTab from "../../src/features/about/about-tab.tsx";
import AuthScreen from "../../src/features/auth/auth-screen.tsx";
import SetNewPasswordScreen from "../../src/features/auth/set-new-password-screen.tsx";
import { answer, calls, cut, expectSent, hold, sent } from "./network.ts";
import { button, expectToast, PETRA, show, showToNobody, toast } from "./show.tsx";

/** The auth forms, and their messages about answers; the service's own are in live/app-auth.test.ts. */

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

test("empty and misspelt fields say so under themselves, and the first has the focus", async () => {
  await showToNobody(<AuthScreen />);
  const signIn = page.getByRole("form", { name: "Sign In" });
  const send = signIn.getByRole("button", { name: "Sign In" });
  const email = signIn.getByLabelText("Email");
  await send.click();
  await expect.poll(() => signIn.getByText("Required").elements().length).toBe(2);
  await expect.element(email).toHaveFocus();
  await expect.element(email).toHaveAccessibleErrorMessage("Required");

  await email.fill("petra");
  await signIn.getByLabelText("Password").fill("x");
  await expect.element(signIn.getByText("Required")).not.toBeInTheDocument();
  await send.click();
  await expect.element(email).toHaveAccessibleErrorMessage("Invalid email");
  await expect.element(email).toHaveFocus();
  await email.fill("petra@example.com");
  await expect.element(signIn.getByText("Invalid email")).not.toBeInTheDocument();
});

test("signs up with a name that is optional and a password to create", async () => {
  await showToNobody(<AuthScreen />);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  const signUp = page.getByRole("form", { name: "Sign Up" });
  const placeholder = (label: string) => signUp.getByLabelText(label);
  await expect.element(placeholder("Full Name")).toHaveAttribute("placeholder", "Optional");
  await expect.element(placeholder("Password")).toHaveAttribute("placeholder", "Create a password");
  await signUp.getByRole("button", { name: "Sign Up" }).click();
  await expect.poll(() => signUp.getByText("Required").elements().length).toBe(2);
  await expect.element(signUp.getByLabelText("Email")).toHaveFocus();
});

test("Forgot Password? asks for an address, waits for one, and can be closed", async () => {
  await showToNobody(<AuthScreen />);
  await button("Forgot Password?").click();
  const dialog = page.getByRole("dialog", { name: "Reset your password" });
  const address = dialog.getByLabelText("Email address");
  const send = dialog.getByRole("button", { name: "Send reset email" });
  await expect.element(address).toHaveFocus();
  await expect.element(send).toBeDisabled();
  await address.fill("petra");
  await send.click();
  await expect.element(dialog.getByText("Invalid email")).toBeVisible();
  await expect.element(address).toHaveFocus();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button("Forgot Password?")).toHaveFocus();
});

const refusal = (error_code: string, msg: string) => ({ code: 400, error_code, msg });

const WRONG = refusal("invalid_credentials", "Invalid login credentials");
const UNCONFIRMED = refusal("email_not_confirmed", "Email not confirmed");

// An old password may be shorter than new ones.
test.each([
  ["a wrong password", "not the password", WRONG],
  ["an old password that is short now", "123456", WRONG],
  ["an address that is not confirmed yet", "correct horse", UNCONFIRMED],
])("a sign-in with %s is refused in the server's words", async (_, password, answered) => {
  await showToNobody(<AuthScreen />);
  await fill("Sign In", password);
  await expect.element(form("Sign In").getByLabelText("Email")).toBeDisabled();
  await expect.element(passwordOf("Sign In")).toBeDisabled();
  answer(calls.token, 400, answered);
  await expectToast("error", "Sign In Failed", answered.msg);
  await expect.element(passwordOf("Sign In")).toHaveFocus();
  expect(sent(calls.token)).toMatchObject([{ email: PETRA.email, password }]);
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
  answer(calls.token, 400, WRONG);
  await expect.element(failure).toBeVisible();
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

test("what a link is for is said until it is used", async () => {
  history.replaceState(null, "", "?sign_up=token");
  await showToNobody(<AuthScreen />);
  const notice = page.getByText("With this link you can make an account, once.");
  await expect.element(notice).toBeVisible();
  answer(calls.signUp, 200, { id: PETRA.id, email: PETRA.email });
  await fill("Sign Up", "correct horse");
  await expect.element(page.getByText(`We sent a link to ${PETRA.email}`)).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  await button("Use another address").click();
  await expect.element(notice).toBeVisible();
});

test("a refused sign-up says so under its field, or in the server's words", async () => {
  await showSignUp();
  const password = passwordOf("Sign Up");
  await fill("Sign Up", "123456");
  await expect.element(password).toHaveAccessibleErrorMessage("Use at least 8 characters");
  await expect.element(password).toHaveFocus();
  await password.fill("12345678");
  await expect.element(password).toHaveAccessibleErrorMessage("Too many people use this password");
  expect(sent(calls.signUp)).toEqual([]);

  const refusals = [
    [422, "weak_password", "Password is known to be weak and easy to guess."],
    [429, "over_email_send_rate_limit", "email rate limit exceeded"],
  ] as const;
  for (const [status, error_code, msg] of refusals) {
    answer(calls.signUp, status, { error_code, msg });
    await fill("Sign Up", "correct horse");
    await expectToast("error", "Sign Up Failed", msg);
    await expect.element(password).toHaveFocus();
  }
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

test.each([
  [undefined, "Too many requests"],
  // Of one device, whatever the address.
  ["over_request_rate_limit", "Request rate limit reached"],
])("a mail that can't be sent says why (%s): %s", async (error_code, msg) => {
  await forget();
  answer(calls.recover, 429, { error_code, msg });
  await expectToast("error", "Error sending reset email", msg);
  await expect.element(dialog).toBeVisible();
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

import { expect, test } from "vitest";
import { page } from "vitest/browser";
import AuthScreen from "../../src/features/auth/auth-screen.tsx";
import { button, showToNobody } from "./show.tsx";

/** The forms of the auth screen, before anything is sent. */

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

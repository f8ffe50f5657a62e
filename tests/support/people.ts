import { expect, type Page } from "@playwright/test";
import { acceptEachOther, createAccount, newAddress, PASSWORD, type Person } from "./actors.ts";
import { ZONE } from "./day.ts";
import { appUrl, stackUnderTest } from "./environment.ts";

export const seededPassword = "rota-demo-1";

/** Signs in with the form; resolves when the main view is there. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/");
  const panel = page.getByRole("tabpanel", { name: "Sign In" });
  await panel.getByLabel("Email").fill(email);
  await panel.getByLabel("Password").fill(password);
  await panel.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("tab", { name: "Today" })).toBeVisible();
}

/** A session as the auth service answers it and the app stores it. */
export interface AuthSession {
  readonly access_token: string;
  readonly refresh_token: string;
  /** seconds since the epoch */
  readonly expires_at: number;
  readonly user: { readonly id: string };
}

/** A person with a confirmed account (password: actors.ts) and a separate session. */
export interface SignedInPerson extends Person {
  readonly name: string;
  readonly session: AuthSession;
}

/** Makes an account that no other test uses. Its name is shown to others. */
export async function newSignedInPerson(
  name: string,
  addressName = name.toLowerCase().replaceAll(" ", "-"),
): Promise<SignedInPerson> {
  const email = newAddress(addressName);
  const id = await createAccount({ email, metadata: { full_name: name, time_zone: ZONE } });
  const { apiUrl, publishableKey } = stackUnderTest();
  const answer = await fetch(`${apiUrl}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: publishableKey, "Content-Type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}`);
  const session = (await answer.json()) as AuthSession;
  return { id, email, name, session, token: session.access_token };
}

/** A new person; they and this person have accepted each other. */
export async function newFriend(person: Person, name: string): Promise<SignedInPerson> {
  const friend = await newSignedInPerson(name);
  await acceptEachOther([person, friend]);
  return friend;
}

/** Stores the session in a browser, as if the person had signed in there before. */
export async function keepSession(page: Page, session: AuthSession): Promise<void> {
  const kept = [{ name: "rota.session", value: JSON.stringify(session) }];
  await page
    .context()
    .setStorageState({ cookies: [], origins: [{ origin: appUrl(), localStorage: kept }] });
}

/** The access token that a browser sends. */
export const keptToken = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("rota.session") ?? "{}").access_token);

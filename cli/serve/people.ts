import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type FolderChoice, StackError, withDatabase } from "embedded-supabase";
import { makeSignUpLink } from "embedded-supabase/tools";
import type pg from "pg";
import { readConfig, rootFolder, serveCommand } from "../project.ts";
import { openedFolder, readSecrets } from "./secrets.ts";

type Log = (line: string) => void;

/** Longer than in mails, as printed links are passed on by hand. */
const LINK_DAYS = 7;
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** The folder of sign-up links in a server's data folder. */
export const signUpLinksIn = (folder: FolderChoice): string => join(folder.path, "sign-up-links");

/**
 * A link with which its holder can make one account within seven days. If the server sends no mail, the
 * account's address counts as confirmed.
 * @param email the only address it works for; "" for any
 * @throws StackError if the folder isn't a server's
 */
export function signUpLink(folder: FolderChoice, publicUrl: string, email = ""): string {
  readSecrets(folder.path);
  // Without the address, so that the link doesn't reveal whom it is for.
  return `${publicUrl}/?sign_up=${makeSignUpLink(signUpLinksIn(folder), email)}`;
}

/**
 * The same for one address.
 * @throws StackError if it is invalid, or has an account
 */
export async function invite(
  address: string,
  folder: FolderChoice,
  publicUrl: string,
  log: Log,
): Promise<string> {
  const email = readAddress(address);
  await withDatabase(rootFolder, openedFolder(folder), log, async (client) => {
    const isOfAccount = "select from auth.users where lower(email) = $1";
    if ((await client.query(isOfAccount, [email])).rowCount === 0) return;
    throw new StackError(
      `${email} has an account: "${serveCommand("reset")}" makes a new password.`,
    );
  });
  return signUpLink(folder, publicUrl, email);
}

/** Resolves to whether the address has an account. */
async function setLink(client: pg.Client, email: string, token: string): Promise<boolean> {
  // Auth counts a link's life from its sending, for as long as one in a mail.
  const life = LINK_DAYS * 86_400 - readConfig().auth.email.otp_expiry;
  const { rowCount } = await client.query(
    `update auth.users
     set recovery_token = $2, recovery_sent_at = now() + make_interval(secs => $3)
     where lower(email) = $1`,
    [email, token, life],
  );
  return rowCount === 1;
}

const newToken = () => randomBytes(28).toString("hex");
const linkOf = (publicUrl: string, token: string) =>
  `${publicUrl}/reset-password?token_hash=${token}&type=recovery`;

function readAddress(text: string): string {
  const email = text.trim().toLowerCase();
  if (!ADDRESS.test(email)) throw new StackError(`"${text}" is no e-mail address.`);
  return email;
}

const nobody = (email: string) =>
  new StackError(`${email} has no account: "${serveCommand("people")}" lists those who have.`);

/**
 * A link with which an account's owner can choose a new password, once, within seven days.
 * @throws StackError if there is no such account
 */
export async function resetPassword(
  address: string,
  folder: FolderChoice,
  publicUrl: string,
  log: Log,
): Promise<string> {
  const [email, token] = [readAddress(address), newToken()];
  await withDatabase(rootFolder, openedFolder(folder), log, async (client) => {
    if (!(await setLink(client, email, token))) throw nobody(email);
  });
  return linkOf(publicUrl, token);
}

/**
 * Closes an account as its owner could: their shares end, what others shared stays.
 * @throws StackError if there is no such account
 */
export function closeAccount(address: string, folder: FolderChoice, log: Log): Promise<void> {
  const email = readAddress(address);
  return withDatabase(rootFolder, openedFolder(folder), log, async (client) => {
    const { rowCount } = await client.query("delete from auth.users where lower(email) = $1", [
      email,
    ]);
    if (rowCount === 0) throw nobody(email);
  });
}

/** Ends all sessions, which would otherwise survive new keys. */
export function endSessions(folder: FolderChoice, log: Log): Promise<void> {
  return withDatabase(rootFolder, openedFolder(folder), log, async (client) => {
    await client.query("delete from auth.sessions");
    await client.query("delete from auth.refresh_tokens");
  });
}

/** Deletes devices that subscribed with other keys: pushes can't reach them any more. */
export function forgetDevices(folder: FolderChoice, log: Log): Promise<void> {
  return withDatabase(rootFolder, openedFolder(folder), log, async (client) => {
    await client.query("delete from private.push_devices");
  });
}

/** The accounts by address: when they were made, and when last signed in. */
export function people(folder: FolderChoice, log: Log): Promise<string[]> {
  return withDatabase(rootFolder, openedFolder(folder), log, async (client) => {
    const { rows } = await client.query(
      `select email, to_char(created_at, 'YYYY-MM-DD') as since,
         coalesce(to_char(last_sign_in_at, 'YYYY-MM-DD'), 'never') as seen
       from auth.users where email is not null order by email`,
    );
    return rows.map(({ email, since, seen }) => `${email}  since ${since}, last signed in ${seen}`);
  });
}

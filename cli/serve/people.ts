import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type FolderChoice, StackError, withDatabase } from "embedded-supabase";
import { makeSignUpLink } from "embedded-supabase/tools";
import type pg from "pg";
import { readConfig, rootFolder, serveCommand } from "../project.ts";
import { openedFolder, readSecrets } from "./secrets.ts";

type Log = (line: string) => void;

/** A printed link is passed on by hand. */
const LINK_DAYS = 7;
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** Where a server's data folder keeps the links to make an account. */
export const signUpLinksIn = (folder: FolderChoice): string => join(folder.path, "sign-up-links");

/**
 * A link with which whoever has it makes one account, within seven days. Where no mail is sent, the
 * account's address counts as confirmed.
 * @param email for which alone it is good; "" for any
 * @throws StackError when the folder is no server's
 */
export function signUpLink(folder: FolderChoice, publicUrl: string, email = ""): string {
  readSecrets(folder.path);
  // Without the address: whoever comes by the link learns nothing of whom it is for.
  return `${publicUrl}/?sign_up=${makeSignUpLink(signUpLinksIn(folder), email)}`;
}

/**
 * The same for one address.
 * @throws StackError for what is no address, or has an account
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

/** Resolves to whether there is an account of the address. */
async function setLink(client: pg.Client, email: string, token: string): Promise<boolean> {
  // Auth counts a link's life from when it was sent, and lets it live for as long as one in a mail.
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
 * A link with which the owner of an account chooses a new password, once, within seven days.
 * @throws StackError when there is no such account
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
 * Closes an account as its owner can: what they shared goes, what others shared stays.
 * @throws StackError when there is no such account
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

/** Ends everybody's sessions, which go on with new keys otherwise. */
export function endSessions(folder: FolderChoice, log: Log): Promise<void> {
  return withDatabase(rootFolder, openedFolder(folder), log, async (client) => {
    await client.query("delete from auth.sessions");
    await client.query("delete from auth.refresh_tokens");
  });
}

/** Forgets the devices that subscribed to pushes of other keys: nothing reaches them any more. */
export function forgetDevices(folder: FolderChoice, log: Log): Promise<void> {
  return withDatabase(rootFolder, openedFolder(folder), log, async (client) => {
    await client.query("delete from private.push_devices");
  });
}

/** The accounts, by their addresses: since when, and when last signed in. */
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

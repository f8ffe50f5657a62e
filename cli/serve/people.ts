import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type FolderChoice, StackError, withDatabase } from "embedded-supabase";
import {
  isLastOperator,
  makeSignUpLink,
  OPERATOR,
  readOperators,
  setOperator,
} from "embedded-supabase/tools";
import type pg from "pg";
import { readConfig, rootFolder, serveCommand } from "../project.ts";
import { operatorsIn } from "./operator-table.ts";
import { openedFolder, readSecrets } from "./secrets.ts";

type Log = (line: string) => void;

/** Longer than in mails, as printed links are passed on by hand. */
const LINK_DAYS = 7;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
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

/** The same; its account becomes an operator of the server. */
export const operatorLink = (folder: FolderChoice, publicUrl: string): string =>
  signUpLink(folder, publicUrl, OPERATOR);

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
    throw new StackError(`${email} has an account: a reset gives it a new password.`);
  });
  return signUpLink(folder, publicUrl, email);
}

/** Runs work on an account, found by address or id. @throws StackError if there is none */
export function withAccount<T>(
  who: string,
  folder: FolderChoice,
  log: Log,
  work: (client: pg.Client, account: { readonly id: string; readonly email: string }) => Promise<T>,
): Promise<T> {
  const known = UUID.test(who) ? who : readAddress(who);
  return withDatabase(rootFolder, openedFolder(folder), log, async (client) => {
    const { rows } = await client.query(
      "select id, email from auth.users where lower(email) = $1 or id::text = $1",
      [known],
    );
    const [account] = rows;
    if (account) return work(client, account);
    throw new StackError(
      `${known} has no account: "${serveCommand("people")}" lists those who have.`,
    );
  });
}

function readAddress(text: string): string {
  const email = text.trim().toLowerCase();
  if (!ADDRESS.test(email)) throw new StackError(`"${text}" is no e-mail address.`);
  return email;
}

/**
 * A link with which an account's owner can choose a new password, once, within seven days. Turns their second factor
 * off at once: who has lost the device has nobody else to ask.
 * @param who address or id
 * @throws StackError if there is no such account
 */
export function resetPassword(
  who: string,
  folder: FolderChoice,
  publicUrl: string,
  log: Log,
): Promise<string> {
  const token = randomBytes(28).toString("hex");
  // Auth counts a link's life from when it was sent, and lets it live for as long as one in a mail.
  const life = LINK_DAYS * 86_400 - readConfig().auth.email.otp_expiry;
  return withAccount(who, folder, log, async (client, { id }) => {
    const off = await client.query("delete from auth.mfa_factors where user_id = $1", [id]);
    if (off.rowCount !== 0) log("the second factor is off.");
    await client.query(
      `update auth.users
       set recovery_token = $2, recovery_sent_at = now() + make_interval(secs => $3)
       where id = $1`,
      [id, token, life],
    );
    return `${publicUrl}/reset-password?token_hash=${token}&type=recovery`;
  });
}

/**
 * Closes an account as its owner could: their shares end, what others shared stays.
 * @param who address or id
 * @throws StackError if there is no such account, or it is the last operator's
 */
export function closeAccount(who: string, folder: FolderChoice, log: Log): Promise<void> {
  const operators = operatorsIn(folder);
  return withAccount(who, folder, log, async (client, { id, email }) => {
    if (await isLastOperator(client, operators, id)) {
      throw new StackError(
        `${email} alone runs this server: let somebody else do so first, with "${serveCommand("operator ADDRESS")}".`,
      );
    }
    await client.query("delete from auth.users where id = $1", [id]);
    if (readOperators(operators).includes(id)) setOperator(operators, id, false);
  });
}

/**
 * Makes an account an operator of the server, or ends that.
 * @throws StackError if there is no such account
 */
export const letRun = (
  who: string,
  isOne: boolean,
  folder: FolderChoice,
  log: Log,
): Promise<void> =>
  withAccount(who, folder, log, async (_, { id }) => setOperator(operatorsIn(folder), id, isOne));

/** @throws StackError if the account is gone */
export const addressOf = (id: string, folder: FolderChoice, log: Log): Promise<string> =>
  withAccount(id, folder, log, async (_, { email }) => email);

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

/** An account; days are `yyyy-MM-dd`. */
interface Person {
  readonly id: string;
  readonly email: string;
  readonly since: string;
  /** day of the last sign-in; null for never */
  readonly seen: string | null;
  readonly isOperator: boolean;
}

/** The accounts by address. */
export function readPeople(folder: FolderChoice, log: Log): Promise<Person[]> {
  const operators = readOperators(operatorsIn(folder));
  return withDatabase(rootFolder, openedFolder(folder), log, async (client) => {
    const { rows } = await client.query<Person>(
      `select id, email, to_char(created_at, 'YYYY-MM-DD') as since,
         to_char(last_sign_in_at, 'YYYY-MM-DD') as seen, id::text = any($1) as "isOperator"
       from auth.users where email is not null order by email`,
      [operators],
    );
    return rows;
  });
}

/** The same in lines. */
export const people = async (folder: FolderChoice, log: Log): Promise<string[]> =>
  (await readPeople(folder, log)).map(
    ({ email, since, seen, isOperator }) =>
      `${email}  since ${since}, last signed in ${seen ?? "never"}${isOperator ? ", runs this server" : ""}`,
  );

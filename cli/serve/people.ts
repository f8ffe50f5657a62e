import { randomBytes, randomUUID } from "node:crypto";
import { withDatabase } from "embedded-supabase/data-access.ts";
import type { FolderChoice } from "embedded-supabase/data-folder.ts";
import { StackError } from "embedded-supabase/errors.ts";
import type pg from "pg";
import { readConfig, rootFolder } from "../project.ts";
import { openedFolder } from "./secrets.ts";

type Log = (line: string) => void;

/** A printed link is passed on by hand. */
const LINK_DAYS = 7;
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/**
 * Makes an account for an address, unless there is one, and a link with which its owner chooses a
 * password: it works once, for seven days, and a later link ends it.
 * @param name of a new account's person, as others see it
 * @throws StackError for what is no address
 */
export async function invite(
  address: string,
  name: string,
  folder: FolderChoice,
  publicUrl: string,
  log: Log,
): Promise<string> {
  const email = readAddress(address);
  const token = newToken();
  await withDatabase(rootFolder, openedFolder(folder), log, async (client) => {
    await client.query("begin");
    await client.query(
      `insert into auth.users (
         id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
         created_at, updated_at, confirmation_token, recovery_token, email_change_token_new,
         email_change_token_current, email_change
       )
       select $1::uuid, 'authenticated', 'authenticated', $2::text, now(),
         '{"provider": "email", "providers": ["email"]}', jsonb_build_object('full_name', $3::text),
         now(), now(), '', '', '', '', ''
       where not exists (select from auth.users where lower(email) = $2::text)`,
      [randomUUID(), email, name],
    );
    await client.query(
      `insert into auth.identities (
         id, provider_id, user_id, identity_data, provider, created_at, updated_at
       )
       select gen_random_uuid(), users.id::text, users.id,
         jsonb_build_object('sub', users.id, 'email', users.email, 'email_verified', true),
         'email', now(), now()
       from auth.users
       where lower(email) = $1
         and not exists (select from auth.identities where identities.user_id = users.id)`,
      [email],
    );
    await setLink(client, email, token);
    await client.query("commit");
  });
  return linkOf(publicUrl, token);
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
  new StackError(`${email} has no account: "npm run serve people" lists those who have.`);

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

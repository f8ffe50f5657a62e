import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Person } from "./issuer.ts";
import { isThrough } from "./second-factor.ts";

/** The issuer's name among Auth's providers, as a custom one has on the platform. */
export const PROVIDER = "custom:house";

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 422 | 503;
  readonly code: string;
  readonly msg: string;
}

const refusal = (code: string, msg: string): Refusal => ({ status: 422, code, msg });

/** What the browser that begins says about its person, as sign-ups do; undefined where it doesn't. */
export interface Metadata {
  /** an IANA name */
  readonly time_zone: string | undefined;
  /** a BCP 47 tag */
  readonly language: string | undefined;
}
/** The platform's refusal, which counts identities. */
export const ONLY_WAY = refusal(
  "single_identity_not_deletable",
  "User must have at least 1 identity after unlinking",
);

export interface HouseAccounts {
  /** Whether a session is there, and through with its token's `aal`. */
  readonly isSignedIn: (account: string, session: string, aal: string) => Promise<boolean>;
  /** Connects a person of the issuer with an account, and returns that; idempotent. */
  readonly link: (person: Person, account: string) => Promise<string | Refusal>;
  /** Disconnects an identity from its account. Resolves to why not, if that has no password. */
  readonly unlink: (identity: string, account: string) => Promise<Refusal | undefined>;
  /** The account of a person of the issuer, made now where that is allowed. */
  readonly find: (
    person: Person,
    mayBegin: (address: string) => Promise<boolean>,
    metadata: Metadata,
  ) => Promise<string | Refusal>;
  /** Lets Auth give a session of an account for a code. */
  readonly keepFlow: (
    account: string,
    code: string,
    challenge: { readonly method: string; readonly value: string },
  ) => Promise<void>;
}

const dataOf = ({ key, email, isProven }: Person) => {
  const [iss, ...sub] = key.split(" ");
  return JSON.stringify({ iss, sub: sub.join(" "), email, email_verified: isProven });
};

/** An account that was begun with an unproven address, and never opened. */
const IS_BEGUN = "email_confirmed_at is null and last_sign_in_at is null";

const INSERT_IDENTITY = `insert into auth.identities
  (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)`;

const LINK = `${INSERT_IDENTITY}
  select $1::uuid, '${PROVIDER}', $2, id, $3::jsonb, now(), now(), now() from auth.users where id = $4
  on conflict do nothing`;

const IS_THERE = `
  select from auth.sessions where user_id::text = $1 and id::text = $2 and ${isThrough("sessions.user_id", "$3")}`;

const UNLINK = `
  delete from auth.identities using auth.users
  where identities.id::text = $1 and user_id = users.id and users.id::text = $2 and provider = '${PROVIDER}'
    and encrypted_password is not null`;

const MAKE = `with account as (
  insert into auth.users (
    id, aud, role, email, email_confirmed_at, is_sso_user, is_anonymous, raw_app_meta_data, raw_user_meta_data,
    created_at, updated_at
  )
  values ($4, 'authenticated', 'authenticated', $5, now(), false, false, $6, $7, now(), now())
  returning id
)
${INSERT_IDENTITY}
select $1::uuid, '${PROVIDER}', $2, id, $3::jsonb, now(), now(), now() from account`;

/** Accounts by the issuer's own name for a person, and never by an address: that changes, and is anybody's word. */
export function houseAccounts(pool: Pick<pg.Pool, "query">, issuer: string): HouseAccounts {
  async function known({ key }: Person): Promise<{ id: string; isBanned: boolean } | undefined> {
    const { rows } = await pool.query<{ id: string; isBanned: boolean }>(
      `select users.id, coalesce(banned_until > now(), false) as "isBanned"
       from auth.identities join auth.users on users.id = user_id
       where provider = '${PROVIDER}' and provider_id = $1`,
      [key],
    );
    return rows[0];
  }

  async function link(person: Person, account: string): Promise<string | Refusal> {
    await pool.query(LINK, [randomUUID(), person.key, dataOf(person), account]);
    const owner = await known(person);
    if (owner?.isBanned) return { status: 403, code: "user_banned", msg: "User is banned" };
    if (owner?.id === account) return account;
    const msg = `Your account at ${issuer} is connected with another account here.`;
    return refusal("identity_already_exists", msg);
  }

  async function make(
    person: Person,
    email: string,
    metadata: Metadata,
  ): Promise<string | undefined> {
    const id = randomUUID();
    const data = {
      ...{ full_name: person.name, ...metadata, email },
      ...{ email_verified: true, phone_verified: false, sub: id },
    };
    const app = { provider: PROVIDER, providers: [PROVIDER] };
    await pool.query(`delete from auth.users where email = $1 and ${IS_BEGUN}`, [email]);
    try {
      const values = [id, email, JSON.stringify(app), JSON.stringify(data)];
      await pool.query(MAKE, [randomUUID(), person.key, dataOf(person), ...values]);
      return id;
    } catch (error) {
      // Somebody was faster, maybe this person by another click.
      if ((error as { code?: string }).code !== "23505") throw error;
      return (await known(person))?.id;
    }
  }

  return {
    isSignedIn: async (...session) => (await pool.query(IS_THERE, session)).rowCount === 1,
    link,
    unlink: async (identity, account) => {
      if ((await pool.query(UNLINK, [identity, account])).rowCount === 1) return undefined;
      const isTheirs = "select from auth.identities where id::text = $1 and user_id::text = $2";
      const { rowCount } = await pool.query(isTheirs, [identity, account]);
      return rowCount === 0 ? refusal("identity_not_found", "Identity doesn't exist") : ONLY_WAY;
    },
    find: async (person, mayBegin, metadata) => {
      const owner = await known(person);
      if (owner?.isBanned) return { status: 403, code: "user_banned", msg: "User is banned" };
      if (owner) {
        await pool.query(
          `update auth.identities set identity_data = $2, last_sign_in_at = now(), updated_at = now()
           where provider = '${PROVIDER}' and provider_id = $1`,
          [person.key, dataOf(person)],
        );
        return owner.id;
      }
      const { email, isProven } = person;
      if (!email || !isProven) {
        const msg = `${issuer} names no confirmed e-mail address of yours. Make an account here, and connect it in Settings.`;
        return refusal("provider_email_needs_verification", msg);
      }
      const isOfAccount = `select from auth.users where email = $1 and not (${IS_BEGUN})`;
      const taken = refusal(
        "email_exists",
        `${email} has an account here. Sign in with its password, and connect ${issuer} in Settings › Profile.`,
      );
      if ((await pool.query(isOfAccount, [email])).rowCount !== 0) return taken;
      if (!(await mayBegin(email))) {
        const msg = `Nobody has invited ${email} yet. Ask the person who runs this Rota for a link to make your account.`;
        return refusal("signup_disabled", msg);
      }
      return (await make(person, email, metadata)) ?? taken;
    },
    keepFlow: async (account, code, { method, value }) => {
      await pool.query(
        `insert into auth.flow_state (
           id, user_id, auth_code, code_challenge, code_challenge_method, provider_type, authentication_method,
           provider_access_token, provider_refresh_token, created_at, updated_at
         )
         values ($1, $2, $3, $4, $5, $6, 'oauth', '', '', now(), now())`,
        [randomUUID(), account, code, value, method, PROVIDER],
      );
    },
  };
}

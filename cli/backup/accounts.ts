import type pg from "pg";

/**
 * The columns of auth.users in a backup, with limits on their values. Everything else is the same for all
 * accounts and set here, so that no role or link comes from a file.
 */
interface AccountColumn {
  readonly name: string;
  readonly type: string;
  /** SQL for the stored value; without it, the file's value */
  readonly kept?: string;
  /** SQL for the value in a backup, where it isn't the stored one */
  readonly saved?: string;
  /** SQL condition on the file's value */
  readonly allowed?: string;
}

const instant = (name: string): AccountColumn => ({
  // "least" ignores a null, which means never confirmed or signed in.
  ...{
    name,
    type: "timestamptz",
    kept: `case when ${name} is not null then least(${name}, now()) end`,
  },
  allowed: `${name} is null or ${name} >= '2000-01-01'`,
});

/** The name of a site's issuer among Auth's providers. */
const HOUSE = "custom:house";

/** A second factor's key in base32; those that a hosted project encrypts stay there. */
const KEY = "^[A-Z2-7]{32}$";

/** SQL: whether a list in the metadata isn't there, or has one to ten texts of a form. */
const listOf = (name: string, form: string) => {
  const list = `raw_app_meta_data -> '${name}'`;
  return `(coalesce(jsonb_typeof(${list}), 'null') = 'null' or (
    jsonb_typeof(${list}) = 'array' and ${list} @? '$[0]' and not ${list} @? '$[10]'
    and not ${list} @? '$[*] ? (@.type() != "string" || !(@ like_regex "${form}"))'
  ))`;
};

/** bcrypt, as PostgreSQL and Auth write it; a higher cost would keep a check busy for minutes. */
const HASH = "^\\$2[aby]\\$(0[4-9]|1[0-4])\\$[./A-Za-z0-9]{53}$";

const COLUMNS: readonly AccountColumn[] = [
  { name: "id", type: "uuid", allowed: "id is not null" },
  {
    ...{ name: "email", type: "text", kept: "lower(email)" },
    allowed:
      "length(email) <= 254 and email ~ '^[^[:space:][:cntrl:]@<>]+@[^[:space:][:cntrl:]@<>]+$'",
  },
  {
    ...{ name: "encrypted_password", type: "text", kept: "nullif(encrypted_password, '')" },
    // Empty for people who have never chosen a password.
    allowed: `coalesce(encrypted_password, '') = '' or encrypted_password ~ '${HASH}'`,
  },
  // Only the metadata that our own sign-up sets.
  {
    ...{ name: "raw_user_meta_data", type: "jsonb" },
    kept: `jsonb_strip_nulls(jsonb_build_object(
      'full_name', left(raw_user_meta_data ->> 'full_name', 100),
      'time_zone', left(raw_user_meta_data ->> 'time_zone', 64),
      'language', left(raw_user_meta_data ->> 'language', 35)
    )) || jsonb_build_object(
      'sub', id, 'email', lower(email), 'email_verified', email_confirmed_at is not null, 'phone_verified', false
    )`,
  },
  // Whose accounts of an issuer open it, and the keys of its second factors (makeWaysIn).
  {
    ...{ name: "raw_app_meta_data", type: "jsonb" },
    saved: `jsonb_build_object('house', (
      select jsonb_agg(provider_id order by provider_id)
      from auth.identities where user_id = users.id and provider = '${HOUSE}'
    ), 'totp', (
      select jsonb_agg(secret order by id) from auth.mfa_factors
      where user_id = users.id and status = 'verified' and secret ~ '${KEY}'
    ))`,
    kept: `jsonb_build_object(
      'provider', 'email', 'providers', jsonb_build_array('email'),
      'house', raw_app_meta_data -> 'house', 'totp', raw_app_meta_data -> 'totp'
    )`,
    allowed: `${listOf("house", "^https?://[^ ]{1,255} .{1,255}$")} and ${listOf("totp", KEY)}`,
  },
  instant("email_confirmed_at"),
  instant("last_sign_in_at"),
  { ...instant("created_at"), kept: "least(coalesce(created_at, now()), now())" },
  { ...instant("updated_at"), kept: "least(coalesce(updated_at, now()), now())" },
  {
    ...{ name: "banned_until", type: "timestamptz" },
    allowed: "banned_until is null or banned_until between '2000-01-01' and '9999-12-31'",
  },
];

export const ACCOUNTS = "auth.users";
/** In older backups; ignored, as every account gets a new identity. */
export const IDENTITIES = "auth.identities";

const names = COLUMNS.map(({ name }) => name);

type Values = readonly (readonly [column: string, value: string])[];

export const savedOfAccounts: Values = COLUMNS.map(({ name, kept = name, saved = kept }) => [
  name,
  saved,
]);
const restoredOfAccounts: Values = COLUMNS.map(({ name, kept = name }) => [name, kept]);

/** The platform's Auth finds nobody without it, and can't read nulls in columns of tokens. */
const ONLY_THERE = { instance_id: "'00000000-0000-0000-0000-000000000000'::uuid" };
const TOKENS = [
  ...["confirmation_token", "recovery_token", "email_change", "email_change_token_new"],
  ...["email_change_token_current", "phone_change", "phone_change_token"],
  "reauthentication_token",
];

const SET: Readonly<Record<string, string>> = {
  aud: "'authenticated'",
  role: "'authenticated'",
  ...Object.fromEntries(TOKENS.map((name) => [name, "''"])),
};

const given = `json_to_recordset($1::json -> 'rows') as given(${COLUMNS.map(({ name, type }) => `${name} ${type}`).join(", ")})`;

const WRONG = `select ${COLUMNS.map(({ name, allowed = "true" }) => `bool_and(coalesce(${allowed}, false)) as ${name}`).join(", ")} from ${given}`;

/**
 * Inserts accounts from rows of a backup.
 * @returns their number, or the first column with an invalid value
 */
export async function insertAccounts(
  client: pg.Client,
  line: string,
  isThere: (column: string) => boolean,
): Promise<number | string> {
  const { rows: allowed } = await client.query<Record<string, boolean>>(WRONG, [line]);
  const wrong = names.find((name) => !allowed[0]?.[name]);
  if (wrong) return wrong;
  const others = Object.entries(ONLY_THERE).filter(([name]) => isThere(name));
  const all = [...restoredOfAccounts, ...Object.entries(SET), ...others];
  const { rowCount } = await client.query(
    `insert into ${ACCOUNTS} (${all.map(([name]) => name).join(", ")})
     select ${all.map(([, value]) => value).join(", ")} from ${given}`,
    [line],
  );
  return rowCount ?? 0;
}

/** SQL: the texts of a list in the metadata, if it is there. */
const textsOf = (name: string) =>
  `jsonb_array_elements_text(
     case jsonb_typeof(raw_app_meta_data -> '${name}') when 'array' then raw_app_meta_data -> '${name}' else '[]' end
   ) with ordinality as texts (text, n)`;

/** Gives each account the identity that Auth makes for an address and password, those of its issuer, and its factors. */
export async function makeWaysIn(client: pg.Client): Promise<void> {
  await client.query(
    `insert into ${IDENTITIES} (
       id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at
     )
     select gen_random_uuid(), id, 'email', id::text, raw_user_meta_data, last_sign_in_at, created_at, created_at
     from ${ACCOUNTS}
     union all
     select gen_random_uuid(), id, '${HOUSE}', text, jsonb_build_object(
         'iss', split_part(text, ' ', 1), 'sub', substr(text, strpos(text, ' ') + 1), 'email', email
       ), null, created_at, created_at
     from ${ACCOUNTS} cross join ${textsOf("house")}`,
  );
  await client.query(
    `insert into auth.mfa_factors (
       id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at
     )
     select gen_random_uuid(), id, n::text, 'totp', 'verified', text, created_at, created_at
     from ${ACCOUNTS} cross join ${textsOf("totp")}`,
  );
  await client.query(
    `update ${ACCOUNTS} set raw_app_meta_data = raw_app_meta_data - '{house,totp}'::text[]`,
  );
}

import type pg from "pg";

/** The accounts of supabase/seed.sql, whose password README prints. */
const EXAMPLES = ["alice@example.com", "bob@example.com"];
const PASSWORD = "rota-demo-1";

/**
 * Replaces the printed password of example accounts, which everybody knows, by a random one. Their owners can
 * choose a new one.
 * @returns the addresses that had it
 */
export async function closeExamples(
  client: pg.Client,
  addresses: readonly string[] = EXAMPLES,
): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    // bcrypt has three prefixes; PostgreSQL knows one.
    `update auth.users
     set encrypted_password = extensions.crypt(gen_random_uuid()::text, extensions.gen_salt('bf', 10))
     from (select id as hashed, regexp_replace(encrypted_password, '^\\$2[by]\\$', '$2a$') as hash from auth.users) as known
     where id = hashed and email = any ($1) and hash = extensions.crypt($2, hash)
     returning email`,
    [addresses, PASSWORD],
  );
  return rows.map(({ email }) => email).sort();
}

import type pg from "pg";

/** Those of supabase/seed.sql, whose password README prints. */
const EXAMPLES = ["alice@example.com", "bob@example.com"];
const PASSWORD = "rota-demo-1";

/**
 * Closes the example accounts to whoever knows the printed password: everybody does. Their owners can choose a new one.
 * @returns the addresses that had it
 */
export async function closeExamples(
  client: pg.Client,
  addresses: readonly string[] = EXAMPLES,
): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    `update auth.users
     set encrypted_password = extensions.crypt(gen_random_uuid()::text, extensions.gen_salt('bf', 10))
     where email = any ($1) and encrypted_password = extensions.crypt($2, encrypted_password)
     returning email`,
    [addresses, PASSWORD],
  );
  return rows.map(({ email }) => email).sort();
}

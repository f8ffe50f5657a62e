import type pg from "pg";

/** How bcryptjs and others begin what pgcrypto knows as `$2a$`: the same hash. */
const SAME = /^\$2[aby]\$/;

/**
 * Whether a password has a hash of bcrypt. The database works it out: here it would keep everybody else waiting for its
 * 50 ms and more.
 */
export async function hasHash(
  pool: Pick<pg.Pool, "query">,
  password: string,
  hash: string,
): Promise<boolean> {
  // No text of PostgreSQL has it.
  if (password.includes("\0")) return false;
  const known = hash.replace(SAME, "$2a$");
  const { rows } = await pool.query<{ is_right: boolean }>(
    "select extensions.crypt($1, $2) = $2 as is_right",
    [password, known],
  );
  return rows[0]?.is_right === true;
}

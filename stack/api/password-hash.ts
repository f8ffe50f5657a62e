import type pg from "pg";

/** Prefixes of bcryptjs and others for a hash that pgcrypto knows as `$2a$`. */
const SAME = /^\$2[aby]\$/;

/**
 * Whether a password matches a bcrypt hash. The database computes that, as here it would keep everybody waiting
 * for 50 ms and more.
 */
export async function hasHash(
  pool: Pick<pg.Pool, "query">,
  password: string,
  hash: string,
): Promise<boolean> {
  // PostgreSQL's texts can't contain it.
  if (password.includes("\0")) return false;
  const known = hash.replace(SAME, "$2a$");
  const { rows } = await pool.query<{ is_right: boolean }>(
    "select extensions.crypt($1, $2) = $2 as is_right",
    [password, known],
  );
  return rows[0]?.is_right === true;
}

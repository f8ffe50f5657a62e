import { expect, test } from "vitest";
import { closeExamples } from "../../cli/backup/example-accounts.ts";
import { withClient } from "../../stack/services/platform.ts";
import { createAccount, newAddress, PASSWORD } from "../support/actors.ts";
import { stackUnderTest } from "../support/environment.ts";
import { sql, sqlValue } from "../support/sql.ts";

/** Example accounts, whose password is public, on the way to a public address. */

const opensWith = (email: string, password: string) =>
  sqlValue<boolean>(
    "select encrypted_password = extensions.crypt($2, encrypted_password) from auth.users where email = $1",
    [email, password],
  );

test("those that still have the printed password are closed to it, and named; others stay", async () => {
  const [printed, own, foreign] = [newAddress("z"), newAddress("own"), newAddress("foreign")];
  // Prefixes that Auth writes, with which PostgreSQL can't compare.
  const named = { b: newAddress("zb"), y: newAddress("zy") };
  for (const email of [printed, own, foreign, ...Object.values(named)])
    await createAccount({ email });
  for (const [letter, email] of Object.entries(named)) {
    await sql(
      `update auth.users
       set encrypted_password = overlay(extensions.crypt('rota-demo-1', extensions.gen_salt('bf', 4)) placing $2 from 3 for 1)
       where email = $1`,
      [email, letter],
    );
  }
  await sql(
    "update auth.users set encrypted_password = extensions.crypt('rota-demo-1', extensions.gen_salt('bf', 4)) where email = any ($1)",
    [[printed, foreign]],
  );
  const closed = await withClient(stackUnderTest().dbUrl, (client) =>
    closeExamples(client, [own, printed, ...Object.values(named)]),
  );
  expect(closed).toEqual([printed, ...Object.values(named)].sort());
  expect(await opensWith(printed, "rota-demo-1")).toBe(false);
  expect(await opensWith(own, PASSWORD)).toBe(true);
  expect(await opensWith(foreign, "rota-demo-1")).toBe(true);
});

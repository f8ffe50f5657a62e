import { expect, test } from "vitest";
import { isOutside, statements, valuesIn } from "./probes.ts";
import { type Actor, actors, newWorld } from "./rights-world.ts";
import { probing } from "./try-probes.ts";

/** A later migration's excessive grant opens no table: its policies keep outsiders out by themselves. */

/** With all grants given, only row level security protects the tables. */
const openGrants = [
  "grant all on all tables in schema public to anon, authenticated",
  "grant all on private.task_shares to authenticated",
  "grant insert on realtime.messages to authenticated",
];

/** A person's own decisions about the owner are theirs, and a task of their household is their household's. */
const isOwnBusiness = (actor: Actor, statement: string) =>
  /public\.(sharing_consents|left_tasks)\b/.test(statement) ||
  (["member", "neighbour"].includes(actor) && statement.includes("public.tasks set user_id"));

/** A call, or a decision of Realtime: neither is a table's policy. */
const isNoTable = (statement: string) =>
  /^select (public|private|length)\b|realtime\./.test(statement);

const REFUSED = /^(42501|403|404|422|0 rows|1 row: 0)/;

test("row level security alone keeps outsiders from every table", async () => {
  const world = await newWorld();
  const got = await probing(world, openGrants, async (attempt) => {
    const answers: string[] = [];
    for (const actor of actors) {
      const tried = statements.filter(
        (statement) =>
          valuesIn(statement).length > 0 &&
          isOutside(actor, statement) &&
          !isNoTable(statement) &&
          !isOwnBusiness(actor, statement),
      );
      const outcomes = await attempt(actor, tried);
      for (const [n, { answer }] of outcomes.entries()) {
        if (!REFUSED.test(answer)) answers.push(`${actor}: ${tried[n]} -> ${answer}`);
      }
    }
    return answers;
  });
  expect(got).toEqual([]);
});

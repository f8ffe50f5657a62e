import { expect, test } from "vitest";
import { newPerson } from "../support/actors.ts";
import { tirelessToken } from "../support/api.ts";
import { stackUnderTest } from "../support/environment.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { randomFrom } from "../support/random.ts";
import { runs, seed } from "../support/runs.ts";
import { sql } from "../support/sql.ts";

const LANES = 4;

test("over a connection that is cut again and again, what is asked with keys is done once each", async () => {
  const person = await newPerson("cut", "Cut");
  const token = await tirelessToken(person, "write");
  const proxy = await startFaultProxy(stackUnderTest().apiUrl);
  const random = randomFrom(seed);
  const titles = Array.from({ length: runs(900) }, (_, n) => `Task ${n}`);
  let cuts = 0;

  async function add(title: string): Promise<void> {
    const asked = {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Idempotency-Key": title },
      body: JSON.stringify({ line: `${title} every day @Home` }),
    };
    for (;;) {
      const coming = fetch(`${proxy.url}/functions/v1/api/v1/tasks`, asked).catch(() => null);
      if (random(3) === 0) {
        proxy.restart();
        await proxy.open();
        cuts++;
      }
      const answer = await coming;
      // A stack at home refuses too many calls at once.
      if (answer !== null) expect([201, 429]).toContain(answer.status);
      if (answer?.status === 201) return;
    }
  }

  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    for (const title of titles.filter((_title, n) => n % LANES === lane)) await add(title);
  });
  await Promise.all(lanes);
  await proxy.shut();
  expect(cuts).toBeGreaterThan(0);
  const stored = await sql<{ title: string }>(
    "select title from public.tasks where user_id = $1 order by created_at",
    [person.id],
  );
  expect(stored.map(({ title }) => title).sort()).toEqual([...titles].sort());
});

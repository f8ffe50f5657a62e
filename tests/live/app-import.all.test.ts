import { afterEach, expect, test, vi } from "vitest";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import type { ImportEntry } from "../../src/domain/portability/import-input.ts";
import { piecesOf } from "../../src/domain/portability/import-pieces.ts";
import {
  finishImport,
  IMPORT_FAILED,
  newUpload,
  sendPieces,
} from "../../src/features/settings/upload.ts";
import { failureNotice } from "../../src/supabase/failure-notice.ts";
import { closeApps } from "../support/app-client.ts";
import type { FaultProxy } from "../support/fault-proxy.ts";
import { inTransaction, sql, sqlValue } from "../support/sql.ts";
import { aliceBehindProxy } from "../support/troubled-app.ts";

/** An import on a network that fails. */

let network: FaultProxy | undefined;

afterEach(async () => {
  await closeApps();
  await network?.shut();
});

const at = "2020-01-02T08:00:00.000Z";
const entries = Array.from({ length: 250 }, (_, index) => ({
  source: `${index}`,
  fields: { category: "Home", title: `Chore ${index}`, startDate: "2020-01-01" },
  ...{ shareWith: [], formerSchedules: [], pausedDays: [], putOffs: [], catchUps: [], checks: [] },
  completions: [{ by: { me: true }, status: "done", days: [["2020-01-02", at]] }],
  notes: [],
})) as ImportEntry[];

const rowsOf = (ownerId: string) =>
  sql(
    `select count(*)::int as tasks, count(distinct title)::int as titles,
       count(*) filter (where is_active)::int as active,
       (select count(*)::int from public.task_completions where user_id = $1) as completions
     from public.tasks where user_id = $1`,
    [ownerId],
  );

test("cut between two pieces, it goes on where it stopped: each task is there once", async () => {
  const { alice, proxy } = await aliceBehindProxy();
  network = proxy;
  const { session } = alice;
  const { pieces } = piecesOf(entries);
  const upload = newUpload(pieces);
  const sent: number[] = [];
  const signal = new AbortController().signal;
  const send = (onSent: (count: number) => void) => sendPieces(session, upload, signal, onSent);

  const cut: unknown = await send((count) => {
    sent.push(count);
    if (count === 1) void proxy.shut();
  }).catch((error: unknown) => error);
  expect(failureNotice(IMPORT_FAILED, cut, US_ENGLISH).title).toBe("Connection Error");
  expect(sent).toEqual([1]);
  await proxy.open();
  // Repeats until the cut is over: a kept connection may only notice it when used.
  const results = await vi.waitFor(() => send((count) => sent.push(count)), 10_000);
  expect(sent).toEqual([1, 2, 3]);
  expect(results.map(({ outcome }) => outcome)).toEqual(Array(250).fill("added"));
  expect(await rowsOf(session.userId)).toEqual([
    { tasks: 250, titles: 250, active: 0, completions: 250 },
  ]);
  const all = { tasks: 250, titles: 250, active: 250, completions: 250 };

  // The answer to the completed last step is lost: asked again, it is the same.
  const lost = await inTransaction(async (client) => {
    await client.query("select from private.imports where person_id = $1 for update", [
      session.userId,
    ]);
    const answer = finishImport(session, upload, false).catch((error: unknown) => error);
    await vi.waitUntil(
      () =>
        sqlValue<boolean>(
          "select exists (select from pg_stat_activity where query ilike '%finish_import%' and wait_event_type = 'Lock')",
        ),
      10_000,
    );
    proxy.silence();
    return { answer };
  });
  await vi.waitUntil(
    () =>
      sqlValue<boolean>("select outcome is not null from private.imports where person_id = $1", [
        session.userId,
      ]),
    10_000,
  );
  await vi.waitUntil(() => proxy.hasLostBytes(), 10_000);
  await proxy.open();
  expect(failureNotice(IMPORT_FAILED, await lost.answer, US_ENGLISH).title).toBe(
    "Connection Error",
  );
  expect(await finishImport(session, upload, false)).toEqual({ added: 250, refused: 0 });
  expect(await rowsOf(session.userId)).toEqual([all]);
});

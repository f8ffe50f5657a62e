import { createHash, randomUUID } from "node:crypto";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import type { ImportEntry, ImportResult } from "../../src/domain/portability/import-input.ts";
import { piecesOf, resultsOf } from "../../src/domain/portability/import-pieces.ts";
import { FILE_FORMAT, readRotaFile } from "../../src/domain/portability/rota-file.ts";
import { type Answer, callFunction, type Person, rpc, succeeded } from "./actors.ts";
import { sql } from "./sql.ts";

/** Exported files, and imports of them. */

export interface FileTask extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly events: readonly { kind: string; at: string; by: unknown; details: object }[];
}

interface Page {
  readonly tasks: readonly FileTask[];
  readonly next: string | null;
  readonly account?: Record<string, unknown>;
}

/** Every page of the export, requested like the app does. */
export async function exportPages(person: Person): Promise<Page[]> {
  const pages: Page[] = [];
  for (let after: string | null = null; ; ) {
    const page: Page = succeeded<Page>(await rpc(person, "export_tasks", { after }));
    pages.push(page);
    after = page.next;
    if (after === null) return pages;
  }
}

/** The file that the app makes from them. */
export async function exportFile(person: Person): Promise<string> {
  const pages = await exportPages(person);
  const tasks = pages.flatMap((page) => page.tasks);
  return JSON.stringify({ ...FILE_FORMAT, account: pages[0]?.account, tasks });
}

/** The entries that the app would send from a file. */
export const entriesOf = (file: string): ImportEntry[] => [
  ...readRotaFile(file, US_ENGLISH).entries,
];

interface Options {
  readonly withShares?: boolean;
  readonly isPreview?: boolean;
  readonly onSent?: () => void;
}

/** Sends one piece of an import through the function. */
export function sendPiece(
  person: Person | null,
  importId: string,
  number: number,
  entries: readonly unknown[],
): Promise<Answer> {
  return callFunction(person, "import-tasks", { importId, number, entries });
}

export function finishImport(
  person: Person,
  importId: string,
  withShares = false,
): Promise<Answer> {
  return rpc(person, "finish_import", { import_id: importId, with_shares: withShares });
}

/** Sends tasks like the app, and finishes unless it is a preview; resolves to the result of each. */
export async function importEntries(
  person: Person,
  entries: readonly unknown[],
  { withShares = false, isPreview = false, onSent }: Options = {},
): Promise<readonly ImportResult[]> {
  const { pieces } = piecesOf(entries as ImportEntry[]);
  const importId = randomUUID();
  const answers: ImportResult[][] = [];
  for (const [number, piece] of pieces.entries()) {
    const parts = piece.map(({ part }) => part);
    const answer = await sendPiece(person, importId, number, parts);
    answers.push(succeeded<{ results: ImportResult[] }>(answer).results);
    onSent?.();
  }
  if (!isPreview) succeeded(await finishImport(person, importId, withShares));
  return resultsOf(pieces, answers);
}

export function counts(results: readonly ImportResult[]): Partial<Record<string, number>> {
  const found: Partial<Record<string, number>> = {};
  for (const { outcome } of results) found[outcome] = (found[outcome] ?? 0) + 1;
  return found;
}

/**
 * A digest of all rows about somebody's tasks: their fields, and what happened on which day, when and by whom.
 * Without ids, revisions, the instants of rows, and whose quota a put-off uses; and without the events, which
 * start over with 'imported'.
 */
export async function digestOf(person: Person): Promise<string> {
  const rows = await sql(
    `with own as (select * from public.tasks where user_id = $1 and is_active)
     select title, to_jsonb(own) - array['id', 'user_id', 'revision', 'created_at', 'updated_at', 'roster_since'] as task,
       (select jsonb_agg(to_jsonb(f) - 'task_id' order by f.valid_until)
          from public.task_schedules f where f.task_id = own.id) as former,
       (select jsonb_agg(to_jsonb(p) - array['task_id', 'user_id'] order by p.due_date)
          from public.task_put_offs p where p.task_id = own.id) as put_offs,
       (select jsonb_agg(jsonb_build_array(c.completed_date, c.status, date_trunc('milliseconds', c.completed_at), c.time_zone,
            case when c.user_id = $1 then 'me' else coalesce(c.by_name, who.full_name) end, c.via, c.done_on, c.done_at, c.due_on) order by c.completed_date)
          from public.task_completions c left join public.profiles who on who.id = c.user_id
          where c.task_id = own.id) as completions,
       (select jsonb_agg(jsonb_build_array(u.days, u.status, date_trunc('milliseconds', u.recorded_at), u.time_zone,
            case when u.user_id = $1 then 'me' else coalesce(u.by_name, who.full_name) end) order by u.days)
          from public.task_catch_ups u left join public.profiles who on who.id = u.user_id
          where u.task_id = own.id) as catch_ups,
       (select jsonb_agg(jsonb_build_array(n.day, n.note, date_trunc('milliseconds', n.written_at),
            case when n.user_id = $1 then 'me' else coalesce(n.by_name, who.full_name) end) order by n.day)
          from public.task_day_notes n left join public.profiles who on who.id = n.user_id
          where n.task_id = own.id) as notes,
       (select jsonb_agg(jsonb_build_array(k.day, k.line) order by k.day, k.line)
          from public.task_checks k where k.task_id = own.id and k.is_checked) as checks,
       (select jsonb_agg(s.contact_email order by s.contact_email)
          from private.task_shares s where s.task_id = own.id) as shares
     from own order by title`,
    [person.id],
  );
  return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
}

import { expect, test } from "vitest";
import { sql } from "../support/sql.ts";

/** Triggers do what the first word of their name says, in the order of these words: schemas/01_base.sql. */

const STAGES = ["begin", "check", "fill", "record", "send"];

interface Trigger {
  readonly table: string;
  readonly name: string;
  readonly fn: string;
  readonly source: string;
  readonly definition: string;
  readonly event: string;
  readonly moment: string;
}

/** In the order in which they fire: of one statement, of its rows, of its rows and of it again. */
const triggers = await sql<Trigger>(
  `select tgrelid::regclass::text as table, tgname as name, proname as fn, prosrc as source,
     pg_get_triggerdef(pg_trigger.oid) as definition, event,
     case when (tgtype & 2) <> 0 then 'before' else 'after' end as moment
   from pg_trigger
   join pg_proc on pg_proc.oid = tgfoid
   cross join (values ('insert', 4), ('delete', 8), ('update', 16)) as events (event, bit)
   where not tgisinternal and (tgtype & bit) <> 0
     and pronamespace in ('public'::regnamespace, 'private'::regnamespace)
   order by 1, event, (tgtype & 2) desc, ((tgtype & 2) <> 0) = ((tgtype & 1) <> 0), tgname`,
);

const stageOf = (name: string) => name.split("_")[0] ?? "";
const body = ({ source }: Trigger) => source.replaceAll(/--.*/g, "");

test("there are triggers of each stage, and of no other", () => {
  expect(new Set(triggers.map(({ name }) => stageOf(name)))).toEqual(new Set(STAGES));
});

test.each(triggers)("$table: $name, $moment $event, is of one stage", (trigger) => {
  expect(stageOf(trigger.fn)).toBe(stageOf(trigger.name));
  const isAfter = trigger.moment === "after";
  if (["begin", "fill"].includes(stageOf(trigger.name))) expect(isAfter).toBe(false);
  const text = body(trigger);
  const writes = [...text.matchAll(/\b(?:insert into|update|delete from) (?!of\b)([\w.]+)/g)]
    .map(([, table]) => table)
    // for no key update; of a quota, which counts
    .filter((table) => !["private.name_changes", "set"].includes(table ?? ""));
  const does = {
    refuses: /\b(private\.(fail|refuse|exceed|count_changes)|raise)\b/.test(text),
    writes:
      /\bprivate\.(append_event|raise_revision|bind_waiting)\b/.test(text) || writes.length > 0,
    sends: /\bsend\w*\(/.test(text),
    fills: /\bnew\.\w+ := /.test(text),
  };
  expect(does).toEqual({
    refuses: stageOf(trigger.name) === "check",
    writes: stageOf(trigger.name) === "record",
    sends: stageOf(trigger.name) === "send",
    // A check tidies the row.
    fills: stageOf(trigger.name) === "fill" || (stageOf(trigger.name) === "check" && does.fills),
  });
});

test.each(
  [...new Set(triggers.map(({ table, event, moment }) => `${moment} ${event} ${table}`))].sort(),
)("%s: the stages come in their order", (when) => {
  const fired = triggers.filter((one) => `${one.moment} ${one.event} ${one.table}` === when);
  // This one refuses when there was no row at all, so nothing has come before it.
  const names = fired.map(({ name }) => name).filter((name) => name !== "check_touched");
  const stages = names.map((name) => STAGES.indexOf(stageOf(name)));
  expect(stages, names.join()).toEqual([...stages].sort());
});

test("an import switches off what sends, and nothing else", async () => {
  const conditional = triggers.filter(({ definition }) => definition.includes("rota.importing"));
  expect(new Set(conditional.map(({ name }) => name))).toEqual(
    new Set([
      "send_task",
      "send_new_tasks",
      "send_shares",
      "send_removed_shares",
      "send_displays",
      "send_new_displays",
    ]),
  );
  const functions = await sql(
    `select proname from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and prosrc like '%rota.importing%'`,
  );
  expect(functions).toEqual([{ proname: "send_no_tasks" }]);
});

import { expect } from "vitest";
import {
  denied,
  error,
  instant,
  noFunction,
  none,
  noTable,
  type Row,
  someText,
} from "./postgrest-world.ts";

const oneObject = { Accept: "application/vnd.pgrst.object+json" };
const returned = { Prefer: "return=representation" };
const bearer = { "www-authenticate": "Bearer" };
const range = (text: string) => ({ "content-range": text });
const dishes = [{ title: "Dishes" }];
const noCell = error("42703", "column tasks.nothing does not exist");
const noUuid = error("22P02", 'invalid input syntax for type uuid: "x"');
const noJson = error("PGRST102", "Empty or invalid json");
const notAllowed = error("PT403", "NOT_ALLOWED", "");
const noWhere = (what: string) => error("21000", `${what} requires a WHERE clause`);
const notOne = error(
  "PGRST116",
  "Cannot coerce the result to a single JSON object",
  "The result contains 0 rows",
);
const noRelation = error(
  "PGRST200",
  "Could not find a relationship between 'tasks' and 'calendar_feeds' in the schema cache",
  someText,
);
const noColumn = "Could not find the 'nothing' column of 'profiles' in the schema cache";
const aDay = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
const aTask = expect.objectContaining({ id: someText, title: "Dishes" });
const ofNoTask = `{"task_id": "${none}", "completed_date": "2026-11-27"}`;

/** Calls with real PostgREST's answers. */
export const rows: readonly Row[] = [
  ["GET tasks?select=id,title&:mine", 200, [{ id: someText, ...dishes[0] }], {}, range("0-0/*")],
  [
    "GET tasks?select=created_at,updated_at&:mine",
    200,
    [{ created_at: instant, updated_at: instant }],
  ],
  ["GET tasks?select=start_date&:mine", 200, [{ start_date: aDay }]],
  [
    "GET tasks?select=task_completions(created_at)&:mine",
    200,
    [{ task_completions: [{ created_at: instant }] }],
  ],
  ["GET tasks?select=title&:mine", 200, dishes[0], oneObject],
  ["GET tasks?select=created_at&:mine", 200, { created_at: instant }, oneObject],
  ["GET tasks?select=id&id=eq.:none", 406, notOne, oneObject],
  ["GET tasks?select=id&id=eq.:none", 200, [], {}, range("*/*")],
  ["GET tasks?select=id&:mine", 200, [{ id: someText }], { Prefer: "count=exact" }, range("0-0/1")],
  ["GET tasks?select=name:title&:mine", 200, [{ name: "Dishes" }]],
  ["GET tasks?select=title&id=in.(:task,:none)", 200, dishes],
  ["GET tasks?select=title&:mine&end_date=is.null", 200, dishes],
  ["GET tasks?select=title&:mine&order=created_at.desc&limit=1", 200, dishes],
  ["GET tasks?select=title&:mine&created_at=gt.2020-01-01T00:00:00Z", 200, dishes],
  ["bob GET tasks?select=id&:mine", 200, []],
  ["GET nothing", 404, noTable("nothing")],
  [
    "GET tasks",
    406,
    error("PGRST106", "Invalid schema: private", null, someText),
    { "Accept-Profile": "private" },
  ],
  ["GET tasks?select=nothing", 400, noCell],
  ["GET tasks?select=id&nothing=eq.1", 400, noCell],
  ["GET tasks?select=calendar_feeds(id)", 400, noRelation],
  ["GET tasks?select=id&id=eq.x", 400, noUuid],
  ["GET tasks?select=id&id=nonsense", 400, error("PGRST100", someText, someText)],
  ['PATCH tasks?:mine {"revision": 1}', 403, denied("table tasks")],
  ["nobody GET tasks?select=id", 401, denied("table tasks"), {}, bearer],

  ['PATCH profiles?id=eq.:anna {"full_name": "Anna A."}', 204, ""],
  [
    'PATCH profiles?id=eq.:anna&select=full_name {"full_name": "Anna"}',
    200,
    [{ full_name: "Anna" }],
    returned,
  ],
  ['PATCH profiles?id=eq.:none&select=full_name {"full_name": "Anna"}', 403, notAllowed, returned],
  ['PATCH profiles?id=eq.:bob&select=id {"full_name": "Anna"}', 403, notAllowed, returned],
  [`PATCH profiles?id=eq.:anna {"id": "${none}"}`, 403, denied("table profiles")],
  ['PATCH profiles?id=eq.:anna {"nothing": 1}', 400, error("PGRST204", noColumn)],
  ['PATCH profiles {"full_name": "All"}', 400, noWhere("UPDATE")],
  ["DELETE shared_contacts", 400, noWhere("DELETE")],
  ["DELETE shared_contacts?contact_email=eq.nobody@example.com", 204, ""],
  ["DELETE tasks?:mine", 403, denied("table tasks")],
  ['POST task_events {"task_id": ":task"}', 403, denied("table task_events")],
  ['nobody POST tasks {"title": "x"}', 401, denied("table tasks")],
  ["PATCH profiles?id=eq.:anna {", 400, noJson],

  ['POST rpc/read_task {"task_id": ":task"}', 200, aTask],
  ['POST rpc/set_morning_mail {"is_on": false, "hour": 7}', 204, ""],
  [`POST rpc/complete_task ${ofNoTask}`, 404, error("PT404", "TASK_NOT_FOUND", "")],
  ["POST rpc/nothing {}", 404, noFunction("nothing", " without parameters")],
  ['POST rpc/read_task {"nothing": 1}', 404, noFunction("read_task", "(nothing)")],
  ["POST rpc/read_task {}", 404, noFunction("read_task", " without parameters")],
  ['POST rpc/read_task {"task_id": "x"}', 400, noUuid],
  ["POST rpc/read_task {", 400, noJson],
  ['POST rpc/is_invited {"address": "a@b.example"}', 403, denied("function is_invited")],
  ['nobody POST rpc/read_task {"task_id": ":task"}', 401, denied("function read_task"), {}, bearer],
];

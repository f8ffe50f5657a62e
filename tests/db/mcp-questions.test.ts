import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import * as fc from "fast-check";
import type pg from "pg";
import { expect, test } from "vitest";
import { apiHandler } from "../../supabase/functions/api/handler.ts";
import type { CountAnswer, DayAnswer, Deed } from "../../supabase/functions/api/schemas.ts";
import { Tally } from "../support/dimensions.ts";
import { type Call, environmentWith } from "../support/handler-environment.ts";
import { dayAfter, runsOf } from "../support/model-events.ts";
import { hasDateutil, runPython } from "../support/python-model.ts";
import { randomFrom } from "../support/random.ts";
import { runs, seed } from "../support/runs.ts";
import { become, rolledBack } from "../support/sql.ts";
import { dueDayHistory } from "./due-day-histories.ts";
import { type Histories, randomHistory } from "./record-histories.ts";
import { type Played, play, prepareToPlay } from "./record-play.ts";
import { turnHistory } from "./turn-histories.ts";

/**
 * Questions about random histories by the tools of api/mcp, with the database of the histories' transaction: each
 * answer, and the entries that it rests on, is that of a model in Python.
 */

const QUESTIONS = runs(2000);
const OF_EACH = 20;
const IN_A_TRANSACTION = 12;
const TODAY = "2026-03-10";

interface Question {
  readonly tool: "day" | "count" | "record";
  readonly day?: string;
  readonly from: string;
  readonly to: string;
  readonly knowsTurns: boolean;
}

interface Asked {
  readonly question: Question;
  readonly answer: unknown;
}

/** The edge function with a transaction's database, and a client whose token can be another for each call. */
async function assistantOf(client: pg.ClientBase) {
  const calls: Call[] = [];
  // Of the handshake, which asks for nothing.
  let token = `rota_${"x".repeat(43)}`;
  let today = TODAY;
  const environment = environmentWith(async () => {
    const { token_hash, operation, input } = Object(calls.at(-1)?.body);
    await client.query("savepoint asked");
    try {
      await client.query("select set_config('role', 'service_role', true)");
      const { rows } = await client.query({
        text: "select public.use_token($1, $2, $3)",
        values: [token_hash, operation, JSON.stringify(input)],
        rowMode: "array",
      });
      return Response.json(rows[0]?.[0]);
    } catch (error) {
      const { code, message, detail } = Object(error);
      const status = Number(/^PT(\d+)$/.exec(code)?.[1] ?? 500);
      return Response.json({ code, message, details: detail ?? "" }, { status });
    } finally {
      await client.query("rollback to savepoint asked");
    }
  }, calls);
  const handler = apiHandler(environment, () => Date.parse(`${today}T12:00:00Z`));
  const assistant = new Client({ name: "test", version: "1" });
  await assistant.connect(
    new StreamableHTTPClientTransport(new URL("https://project.example/functions/v1/api/mcp"), {
      fetch: (url, init) => {
        const headers = new Headers(init?.headers);
        headers.set("Authorization", `Bearer ${token}`);
        return handler(new Request(url, { ...init, headers }));
      },
    }),
  );
  return async (by: string, on: string, name: string, input: Record<string, unknown>) => {
    token = by;
    today = on;
    const { content, isError = false } = await assistant.callTool({ name, arguments: input });
    const [first] = content;
    return { isError, text: first?.type === "text" ? first.text : "" };
  };
}

/** A token of an account, or a household's. */
async function insertToken(client: pg.ClientBase, person: string, household: string | null) {
  const token = `rota_${randomUUID().replaceAll("-", "").padEnd(43, "x")}`;
  await client.query(
    `insert into public.access_tokens (id, made_by, household_id, name, scope, token_hash)
     values ($1, $2, $3, 'Assistant', 'read', $4)`,
    [randomUUID(), person, household, createHash("sha256").update(token).digest()],
  );
  return token;
}

/** Somebody else's household, in which everything is called a canary; resolves to its task. */
async function addCanary(client: pg.ClientBase): Promise<string> {
  const [person, household, task] = [randomUUID(), randomUUID(), randomUUID()];
  await client.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
     values ($1::uuid, 'authenticated', 'authenticated', 'canary-' || $1::text || '@example.com', now(), '{}')`,
    [person],
  );
  await client.query("select set_config('rota_test.today', $1, true)", [TODAY]);
  await become(client, "authenticated", person);
  await client.query("select public.create_household($1, 'Canary house')", [household]);
  const fields = { category: "Canary", title: "Canary", startDate: TODAY, repeatValue: "daily" };
  await client.query("select public.create_task($1, $2)", [
    task,
    JSON.stringify({ ...fields, householdId: household }),
  ]);
  await client.query("select public.complete_task($1, $2)", [task, TODAY]);
  await client.query("select set_config('role', 'none', true)");
  return task;
}

const numbersOf = (entries: readonly { readonly id: string }[]) =>
  entries.map(({ id }) => Number(id.split("/")[1]));
const idsOf = (people: readonly { readonly id: string | null }[]) =>
  people.flatMap(({ id }) => id ?? []);

/** What a tool answered, in the model's terms. */
function inModelsTerms({ tool }: Question, text: string, task: string): unknown {
  if (tool === "day") {
    const { day: _, task: of, turn, deed, entries, ...same } = JSON.parse(text) as DayAnswer;
    expect(of.id).toBe(task);
    const who = deed && idsOf(deed.people).sort();
    return { ...same, turn: turn?.id ?? null, who, entries: numbersOf(entries) };
  }
  const deedsOf = (deeds: readonly Deed[]) =>
    Object.fromEntries(deeds.map((deed, index) => [deed.day, numbersOf(deeds)[index]]));
  if (tool === "record") {
    const deeds = (JSON.parse(text) as { deeds: Deed[] }).deeds.filter(
      (deed) => deed.task.id === task,
    );
    return { deeds: deedsOf(deeds) };
  }
  const { people, first, latest, entries, done, skipped, missed } = JSON.parse(text) as CountAnswer;
  return {
    ...{ done, skipped, missed, first: first?.day ?? null, latest: latest?.day ?? null },
    people: Object.fromEntries(people.flatMap(({ id, count }) => (id ? [[id, count]] : []))),
    entries: numbersOf(entries),
  };
}

/** The task as the model has it. */
function ofModel(history: Histories, { events, households, listed }: Played) {
  const household = households.find(({ id }) => id === listed[0]?.householdId);
  const persons = history.householdPeople.flatMap(({ id, account }) =>
    account ? [[account, id]] : [],
  );
  return {
    ...{ id: history.task, title: "", effort: null, doers: [] },
    events: events.map((event) => ({ ...event, days: runsOf(event.days) })),
    persons: household ? Object.fromEntries(persons) : {},
    known: [
      ...(household?.people.map(({ id }) => id) ?? []),
      ...Object.keys(household?.former ?? {}),
    ],
    absences: household?.absences ?? [],
  };
}

const isSwapped = ({ events }: ReturnType<typeof ofModel>, { entries }: Record<string, unknown>) =>
  events.some(({ id, kind }) => /^turn_/.test(kind) && (entries as number[]).includes(id));

test.runIf(hasDateutil)(
  `${QUESTIONS} questions about histories: every answer is the model's, with its entries, and nobody's who may not read it`,
  async () => {
    const random = randomFrom(seed);
    const histories = [randomHistory, turnHistory.all, dueDayHistory.all].map((one) =>
      fc.sample(one, { seed, numRuns: Math.ceil(QUESTIONS / OF_EACH) }),
    );
    const said = new Tally([
      ...["done", "skipped", "missed", "open", "due", "put-off", "paused", "none"],
      ...["deed", "rhythm", "interval", "event", "before-start", "season"],
      ...["a turn", "a turn by a swap", "a count", "the record", "a closed door"],
    ]);
    const all: { asked: Asked[]; task: ReturnType<typeof ofModel>; today: string }[] = [];
    let count = 0;

    async function ask(client: pg.ClientBase, canary: string, history: Histories, played: Played) {
      await client.query("select set_config('role', 'none', true)");
      const tool = await assistantOf(client);
      const today = played.statements.at(-1)?.today ?? TODAY;
      const { task, household, people } = history;
      const { rows } = await client.query<{ id: string }>(
        "select id from public.profiles where id = any ($1)",
        [Object.values(people)],
      );
      const askers: { id: string | null; token: string }[] = [];
      for (const id of [...rows.map((row) => row.id), null]) {
        const token = await insertToken(client, id ?? people.alice, id === null ? household : null);
        askers.push({ id, token });
      }
      const inHousehold = played.listed[0]?.householdId === household;
      const members = new Set<string | null>([people.alice, people.bob, null]);
      const mayRead = (id: string | null) =>
        id === null
          ? inHousehold && played.listed[0]
          : played.listed[Object.values(people).indexOf(id)];
      const readers = askers.filter(({ id }) => mayRead(id));
      const told = [today, ...played.events.flatMap(({ days }) => runsOf(days).flat())];
      const asked: Asked[] = [];
      for (let n = 0; n < OF_EACH; n++) {
        const some = readers.length > 0 && random(8) > 0 ? readers : askers;
        const { id, token } = some[random(some.length)] as (typeof askers)[number];
        const any = dayAfter(today, random(60) - 40);
        const from = random(3) === 0 ? any : (told[random(told.length)] ?? any);
        const kind = (["day", "day", "day", "count", "record"] as const)[random(5)] ?? "day";
        const question: Question = {
          ...{ tool: kind, from, to: dayAfter(from, random(40)) },
          ...(kind === "day" && { day: from }),
          knowsTurns: inHousehold && members.has(id),
        };
        const about = random(10) === 0 ? canary : task;
        const input = kind === "day" ? { day: from } : { from: question.from, to: question.to };
        const { isError, text } = await tool(token, today, kind, {
          ...input,
          ...(kind !== "record" && { task: about }),
        });
        count += 1;
        expect(text).not.toMatch(/canary/i);
        expect(text).not.toContain(canary);
        if ((about === canary || !mayRead(id)) && kind !== "record") {
          expect([isError, text.split(":")[0]]).toEqual([true, "TASK_NOT_FOUND"]);
          said.note("a closed door");
        } else if (!mayRead(id)) {
          expect(inModelsTerms(question, text, task)).toEqual({ deeds: {} });
        } else {
          expect(isError, `${kind} ${text}`).toBe(false);
          asked.push({ question, answer: inModelsTerms(question, text, task) });
        }
      }
      if (played.listed[0]) all.push({ asked, task: ofModel(history, played), today });
    }

    while (count < QUESTIONS) {
      await rolledBack(async (client) => {
        await prepareToPlay(client);
        const canary = await addCanary(client);
        for (let n = 0; n < IN_A_TRANSACTION && count < QUESTIONS; n++) {
          const steps = histories[n % histories.length]?.shift();
          await play(
            client,
            TODAY,
            (history) => history.statements(steps ?? []),
            (history, played) => ask(client, canary, history, played),
          );
        }
      });
    }
    const answers = runPython<Record<string, unknown>[][]>(
      [join(import.meta.dirname, "../support/questions_model.py")],
      all.map(({ asked, task, today }) => ({
        ...{ task, today },
        questions: asked.map(({ question: { day, ...others } }) => ({
          ...others,
          ...(day && { day }),
        })),
      })),
    );
    for (const [index, { asked, task }] of all.entries()) {
      for (const [n, { question, answer }] of asked.entries()) {
        const model = answers[index]?.[n] ?? {};
        const { deeds, ...others } = model;
        const about = () => JSON.stringify([question, task]);
        expect(answer, about()).toEqual(question.tool === "record" ? { deeds } : others);
        const { status, why, turn } = Object(model);
        for (const one of [status, why]) if (one) said.note(one);
        if (turn) said.note(isSwapped(task, model) ? "a turn by a swap" : "a turn");
        if (question.tool === "count") said.note("a count");
        if (question.tool === "record") said.note("the record");
      }
    }
    console.log(`${count} questions, 0 differences`);
    said.expectAll("what was asked", QUESTIONS >= 2000);
  },
);

import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { type FolderChoice, StackError } from "embedded-supabase";
import type pg from "pg";
import * as v from "valibot";
import { dayInZone } from "../../src/domain/dates/time-zone.ts";
import type { Locale } from "../../src/domain/language/locale.ts";
import {
  keptText,
  type MovingPlan,
  planOf,
  remarksOn,
} from "../../src/domain/moving/import-plan.ts";
import type { Answers, Moving, MovingFile } from "../../src/domain/moving/moving-form.ts";
import { readMoving } from "../../src/domain/moving/read-file.ts";
import { scheduleText } from "../../src/domain/moving/schedule-text.ts";
import {
  type ImportResult,
  importPieceSchema,
  MAX_FILE_BYTES,
  readResults,
} from "../../src/domain/portability/import-input.ts";
import { resultsOf } from "../../src/domain/portability/import-pieces.ts";
import { codeText, refusalOf } from "../../src/domain/portability/import-results.ts";
import { FileProblem } from "../../src/domain/portability/rota-file.ts";
import { readersLocale } from "../../supabase/functions/_shared/readers-locale.ts";
import { answersFile, choicesText, readAnswersFile } from "./answers-file.ts";
import { withAccount } from "./people.ts";
import { matchesText, offeredMatches, peopleMap, readPeopleMap } from "./people-map.ts";

/** Imports a file of another program, or a household's own, as its page does: by the same calls, for its keeper. */

export interface ImportWishes {
  readonly file: string;
  /** the name or id of one; none makes a new one */
  readonly household: string | undefined;
  /** the address of the keeper who imports it */
  readonly as: string;
  /** the CSV file that says who is who */
  readonly people: string | undefined;
  /** the CSV file that answers what the imported one leaves open */
  readonly answers: string | undefined;
  /** else nothing stays */
  readonly isReal: boolean;
}

type Log = (line: string) => void;

interface Keeper {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly timeZone: string;
  readonly locale: Locale;
}

interface Household {
  readonly id: string;
  readonly name: string;
  /** the keeper, as a person of it, and their name there */
  readonly me: string;
  readonly as: string;
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

/** The options of a command line. */
export type ImportOptions = Readonly<
  Record<"household" | "as" | "people" | "answers", string | undefined> & { yes: boolean }
>;

/** @throws StackError where something is missing */
export function readWishes(file: string, { yes: isReal, ...named }: ImportOptions): ImportWishes {
  for (const [name, value] of Object.entries(named)) {
    if (value?.trim() === "") throw new StackError(`--${name} got nothing.`);
  }
  const { as, ...rest } = named;
  if (as === undefined) {
    throw new StackError("--as takes the address of the keeper who imports it, and got none.");
  }
  return { ...rest, file, as, isReal };
}

/**
 * Imports a file, or says what that would do. Resolves to what is said, and whether it can be done.
 * @throws StackError with a sentence where it can't be
 */
export async function importFile(
  wishes: ImportWishes,
  folder: FolderChoice,
  log: Log,
): Promise<{ text: string; isWell: boolean }> {
  const file = readBytes(wishes.file);
  return withAccount(wishes.as, folder, log, async (client, account) => {
    const keeper = await keeperOf(client, account);
    const household =
      wishes.household === undefined
        ? undefined
        : await householdOf(client, wishes.household, keeper);
    const answers = (await noted(wishes.answers, readAnswersFile)) ?? {};
    const { program, moving } = await readWith(file, answers, keeper);
    if (moving.questions.length > 0) {
      return { text: shown(askedLines(moving, answers, wishes)), isWell: false };
    }
    const known = { people: moving.people, household, importer: household?.as ?? keeper.name };
    const map = await noted(wishes.people, (text) => readPeopleMap(text, known));
    if (wishes.people !== undefined && map === undefined && wishes.isReal) {
      throw new StackError(
        `there is no file ${wishes.people}: without --yes it is written, to be looked through.`,
      );
    }
    const matches = map ?? offeredMatches(known);
    const context = { importer: known.importer, locale: keeper.locale };
    const plan = await told(file, () =>
      planOf(moving, { id: household?.id ?? null }, matches, context),
    );
    const done = await sent(client, plan, keeper, wishes.isReal);
    const lines = [
      `${program}: ${file.name}`,
      ...previewLines(moving, plan, done, keeper),
      ...listed("People", matchesText(known, matches)),
    ];
    if (wishes.people !== undefined && map === undefined) {
      writeFileSync(wishes.people, peopleMap(known, matches));
      lines.push(`${wishes.people} has them: change there who is who.`);
    }
    const name = household?.name ?? moving.name;
    lines.push(wishes.isReal ? doneText(done, name) : "Nothing was changed: --yes does it.");
    return { text: shown(lines), isWell: true };
  });
}

/** A file's own texts may have what a terminal acts on. */
const shown = (lines: readonly string[]) =>
  lines.map((line) => line.replaceAll(/\p{Cc}/gu, " ")).join("\n");

/** What a file leaves open, which a file of answers gets as well. */
function askedLines(
  { questions }: Moving,
  answers: Answers,
  { answers: file }: ImportWishes,
): string[] {
  if (file !== undefined) writeFileSync(file, answersFile(answers, questions));
  return [
    "The file leaves open:",
    ...questions.flatMap((one) => [
      `  ${one.text}`,
      ...one.sample.map((row) => `    | ${row.join(" | ")}`),
      `    ${choicesText(one)}`,
    ]),
    file === undefined
      ? "Say the same with --answers FILE: it is written with these questions, to be answered there."
      : `Answer in ${file} what is empty there, and say the same again.`,
  ];
}

/** @throws StackError for a file that isn't there or is too large */
function readBytes(file: string): MovingFile {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new StackError(`there is no file ${file}.`);
  if (found.size > MAX_FILE_BYTES) {
    throw new StackError(
      `${file} is too large: an import takes at most ${MAX_FILE_BYTES / 1_000_000} MB.`,
    );
  }
  return { name: basename(file), bytes: new Uint8Array(readFileSync(file)) };
}

/** What a CSV file of notes says; undefined without one. @throws StackError with its name */
async function noted<T>(
  file: string | undefined,
  read: (text: string) => Promise<T>,
): Promise<T | undefined> {
  if (file === undefined || !existsSync(file)) return undefined;
  try {
    return await read(readFileSync(file, "utf8"));
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
    throw new StackError(`${file} can't be used: ${error.message}`);
  }
}

/** @throws StackError with the name of a file that can't be imported */
async function told<T>({ name }: MovingFile, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileProblem ? new StackError(`${name}: ${error.message}`) : error;
  }
}

async function readWith(file: MovingFile, answers: Answers, { timeZone, locale }: Keeper) {
  const today = dayInZone(Date.now(), timeZone);
  const read = await told(file, () => readMoving(file, answers, locale, today));
  if (read) return read;
  throw new StackError(
    `${file.name} is no file of a household or program that can be imported. One's own tasks are imported in the settings.`,
  );
}

async function keeperOf(
  client: pg.Client,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<Keeper> {
  const { rows } = await client.query(
    `select display_name as name, time_zone as "timeZone", language, date_style as "dateStyle"
     from public.profiles where id = $1`,
    [id],
  );
  const { name, timeZone, ...reader } = rows[0] ?? {};
  const locale = await readersLocale({ language: null, dateStyle: null, ...reader });
  return { id, email, name: name ?? email, timeZone: timeZone ?? "UTC", locale };
}

/** @throws StackError for one that the keeper doesn't keep, or that several are called */
async function householdOf(
  client: pg.Client,
  wanted: string,
  { id, email }: Keeper,
): Promise<Household> {
  const { rows } = await client.query<Household & { role: string }>(
    `select households.id, households.name, me.id as me, me.name as as, me.role, (
       select json_agg(json_build_object('id', people.id, 'name', people.name) order by people.joined_at, people.id)
       from public.household_people people
       where people.household_id = households.id and people.left_on is null
     ) as people
     from public.household_people me join public.households on households.id = me.household_id
     where me.account_id = $1 and me.left_on is null and households.deleted_at is null
     order by households.name, households.id`,
    [id],
  );
  const isSame = (one: Household) =>
    one.id === wanted.trim() || one.name.toLowerCase() === wanted.trim().toLowerCase();
  const [one, another] = rows.filter(isSame);
  if (another) {
    throw new StackError(
      `several households are called "${wanted}": say which by its id, ${rows
        .filter(isSame)
        .map((row) => row.id)
        .join(" or ")}.`,
    );
  }
  const kept = rows.filter(({ role }) => role === "keeper").map(({ name }) => `"${name}"`);
  const keeps = kept.length > 0 ? `keeps ${kept.join(", ")}` : "keeps none";
  if (!one) {
    throw new StackError(`${email} is in no household called "${wanted}", and ${keeps}.`);
  }
  if (one.role !== "keeper") {
    throw new StackError(`${email} isn't a keeper of "${one.name}", and ${keeps}.`);
  }
  return one;
}

interface Done {
  readonly results: readonly ImportResult[];
  readonly outcome: { readonly added: number; readonly refused: number };
}

/** Sends a plan as its keeper, all of it or nothing; in a dry run nothing stays. @throws StackError for a refusal */
async function sent(
  client: pg.Client,
  { household, pieces }: MovingPlan,
  { id, locale }: Keeper,
  isReal: boolean,
): Promise<Done> {
  const importId = randomUUID();
  const call = async (name: string, ...values: unknown[]) => {
    const places = values.map((_, place) => `$${place + 1}`).join(", ");
    const { rows } = await client.query(`select ${name}(${places}) as answer`, values);
    return rows[0].answer;
  };
  await client.query("begin");
  try {
    await call("private.act_for", id);
    await call("public.begin_import", importId, JSON.stringify(household));
    const answers: (readonly ImportResult[])[] = [];
    for (const [number, piece] of pieces.entries()) {
      const parts = { importId, number, entries: piece.map(({ part }) => part) };
      const { entries } = v.parse(importPieceSchema, parts);
      const results = await call("public.import_piece", importId, number, JSON.stringify(entries));
      answers.push(readResults({ results }).results);
    }
    const outcome = await call("public.finish_import", importId);
    await client.query(isReal ? "commit" : "rollback");
    return { results: resultsOf(pieces, answers), outcome };
  } catch (error) {
    await client.query("rollback");
    throw refusedBy(error, locale) ?? error;
  }
}

const issuesSchema = v.pipe(v.string(), v.parseJson(), v.array(v.object({ code: v.string() })));

/** The database's refusal as a sentence; undefined for another error. */
function refusedBy(error: unknown, { t }: Locale): StackError | undefined {
  const { code = "", message, detail } = error as pg.DatabaseError;
  if (!code.startsWith("PT")) return undefined;
  const issues = v.safeParse(issuesSchema, detail);
  const codes = issues.success ? issues.output.map((issue) => issue.code) : [message];
  return new StackError(`nothing was imported: ${codes.map((one) => codeText(one, t)).join(" ")}`);
}

const listed = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`${title} (${lines.length}):`, ...lines.map((line) => `  ${line}`)];

/** What is kept and what isn't, as the page says it, in the keeper's language. */
function previewLines(
  moving: Moving,
  { entries, leftOut }: MovingPlan,
  { results }: Done,
  { locale, timeZone }: Keeper,
): string[] {
  const today = dayInZone(Date.now(), timeZone);
  const outcomeIs = (outcome: ImportResult["outcome"]) =>
    entries.filter((_, index) => results[index]?.outcome === outcome);
  const added = outcomeIs("added");
  const not = [
    ...leftOut,
    ...entries.flatMap((entry, index) => refusalOf(entry, results[index], locale)),
  ];
  return [
    keptText(moving, locale, new Set(added.map(({ source }) => source))),
    ...listed(
      "Added",
      added.map((entry) => `${entry.fields.title}: ${scheduleText(entry, locale, today)}`),
    ),
    ...listed(
      "Here already",
      outcomeIs("there").map(({ fields }) => String(fields.title)),
    ),
    ...listed(
      "Not kept",
      not.map(({ title, why }) => (title ? `${title}: ${why}` : why)),
    ),
    ...remarksOn(moving, locale),
  ];
}

function doneText({ outcome: { added, refused } }: Done, household: string): string {
  if (added === 0) return `Nothing was added to "${household}".`;
  const rest = refused > 0 ? ` ${refused} found no room, or their titles were taken.` : "";
  return `Added ${added} ${added === 1 ? "task" : "tasks"} to "${household}".${rest} A keeper can take it back on the household's page until tomorrow, while nothing is done in it.`;
}

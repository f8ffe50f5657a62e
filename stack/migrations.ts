import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { StackError } from "./errors.ts";

/** A file of supabase/migrations: VERSION_NAME.sql. */
export interface Migration {
  version: string;
  name: string;
  sql: string;
}

const FILE_NAME = /^(\d+)_(.*)\.sql$/;

/** The project's migrations, oldest first. */
export function readMigrations(projectFolder: string): Migration[] {
  const folder = join(projectFolder, "supabase/migrations");
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version, name] = FILE_NAME.exec(file) ?? [];
      if (version === undefined || name === undefined) return [];
      return { version, name, sql: readFileSync(join(folder, file), "utf8") };
    });
}

/** Tokens that can contain a semicolon, or enclose one, and the semicolon. */
const TOKENS =
  /--[^\n]*|\/\*|'[^']*'|"[^"]*"|\$([\p{L}\d_]*)\$[\s\S]*?\$\1\$|\\.|[();]|\bbegin\s+atomic\b|\bend\b/gisu;

/** The end of the comment that begins at `start`; comments nest. */
function endOfComment(sql: string, start: number): number {
  let depth = 0;
  for (const { 0: mark, index } of sql.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += mark === "/*" ? 1 : -1;
    if (depth === 0) return start + index + mark.length;
  }
  return sql.length;
}

/** The statements of a migration as the Supabase CLI stores them: each with the comments before it. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  const closing: string[] = [];
  let start = 0;
  let commentUntil = 0;
  for (const { 0: token, index } of sql.matchAll(TOKENS)) {
    if (index < commentUntil) continue;
    const word = token.toLowerCase();
    if (word === "/*") commentUntil = endOfComment(sql, index);
    else if (word === "(") closing.push(")");
    else if (word.startsWith("begin")) closing.push("end");
    else if (word === closing.at(-1)) closing.pop();
    else if (word === ";" && closing.length === 0) {
      statements.push(sql.slice(start, index));
      start = index + 1;
    }
  }
  statements.push(sql.slice(start));
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
}

/** The CLI's table of applied migrations, which this program reads, too. */
const HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations
    (version text not null primary key, statements text[], name text)`;

/**
 * The first line of a migration whose statements are a transaction each, as pg-delta writes and the Supabase CLI reads
 * it: "create index concurrently" can't be in one with others.
 */
export const WITHOUT_TRANSACTION = "-- pg-delta: transaction=false";

const isWithoutTransaction = (sql: string) => sql.split(/\r?\n/, 1)[0] === WITHOUT_TRANSACTION;

/** The line at which a migration failed, if known. */
function placeOf(sql: string, statement: string, { position }: pg.DatabaseError): string {
  const at = sql.indexOf(statement) + Number(position);
  return position ? `, line ${sql.slice(0, at).split("\n").length}` : "";
}

const RECORD =
  "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)";

/**
 * Applies migrations, and records them like the Supabase CLI, which then has nothing to do: in one transaction each,
 * or statement by statement; of such a one that fails, the statements before remain.
 * @throws StackError with the file and line of a failure
 */
export async function applyMigrations(client: pg.Client, migrations: Migration[]): Promise<void> {
  await client.query(HISTORY);
  for (const { version, name, sql } of migrations) {
    const statements = splitStatements(sql);
    const isWhole = !isWithoutTransaction(sql);
    // Settings of the previous migration must not affect this one.
    await client.query(isWhole ? "reset all; begin" : "reset all");
    for (const part of isWhole ? [sql] : statements) {
      try {
        await client.query(part);
      } catch (error) {
        const place = placeOf(sql, part, error as pg.DatabaseError);
        throw new StackError(
          `migration ${version}_${name}.sql${place} could not be applied: ${(error as Error).message}`,
        );
      }
    }
    await client.query(RECORD, [version, name, statements]);
    if (isWhole) await client.query("commit");
  }
}

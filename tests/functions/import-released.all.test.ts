import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import { readRotaFile } from "../../src/domain/portability/rota-file.ts";
import { newPerson } from "../support/actors.ts";
import { counts, exportFile, type FileTask, importEntries } from "../support/portability.ts";

/** A file written by version 1.0.0, with everything that it kept. */
const file = readFileSync(join(import.meta.dirname, "rota-1.0.0.json"), "utf8");

interface Task extends FileTask {
  readonly owner: unknown;
  readonly deletedAt: string | null;
  readonly sharedWith: readonly { address: string }[];
  readonly catchUps: readonly { id: string }[];
}

/** The contents and history of tasks by title; without the parts that an import numbers and dates anew. */
function contentsOf(text: string) {
  const { tasks } = JSON.parse(text) as { tasks: Task[] };
  const own = tasks.filter(
    ({ owner, deletedAt }) => deletedAt === null && JSON.stringify(owner) === '{"me":true}',
  );
  return Object.fromEntries(
    own.map(({ id, events, createdAt, updatedAt, sharedWith, catchUps, ...task }) => [
      task.title,
      {
        ...task,
        sharedWith: sharedWith.map(({ address }) => address),
        catchUps: catchUps.map(({ id, ...catchUp }) => catchUp),
      },
    ]),
  );
}

test("a file of version 1.0.0 comes over whole", async () => {
  const ann = await newPerson("ann", "Ann A. Person");
  const { entries, leftOut } = readRotaFile(file, US_ENGLISH);
  expect(leftOut.map(({ title }) => title).sort()).toEqual(["Ben's own", "deleted"]);

  const results = await importEntries(ann, entries, { withShares: true });
  expect(counts(results)).toEqual({ added: 8 });

  const before = contentsOf(file);
  const pasts = Object.values(before) as unknown as Record<string, readonly unknown[]>[];
  for (const part of [
    ...["completions", "catchUps", "notes", "checks", "putOffs", "pausedDays", "formerSchedules"],
    ...["sharedWith", "checklist"],
  ]) {
    expect(
      pasts.flatMap((past) => past[part]),
      part,
    ).not.toEqual([]);
  }
  expect(contentsOf(await exportFile(ann))).toMatchObject(before);
});

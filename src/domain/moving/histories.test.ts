import { describe, test } from "vitest";
import { donetickOwnFile } from "../../../tests/support/moving/donetick/own-file.ts";
import { donetickFile } from "../../../tests/support/moving/donetick-file.ts";
import { grocyFile } from "../../../tests/support/moving/grocy-file.ts";
import {
  csvFile,
  icsFile,
  tickTickFile,
  vikunjaFile,
} from "../../../tests/support/moving/list-files.ts";
import { loopFile } from "../../../tests/support/moving/loop-file.ts";
import { expectTruth, readMoving, type TrueFile } from "../../../tests/support/moving/truth.ts";
import { type Random, randomFrom } from "../../../tests/support/random.ts";
import { runs, seed } from "../../../tests/support/runs.ts";

/** Each deed of a file of a program is kept, with its day, person and note, or said to be left out; and no miss is invented. */

const GENERATORS: Readonly<Record<string, (random: Random) => Promise<TrueFile>>> = {
  "Donetick's database": (random) => donetickFile(random, "sqlite"),
  "answers of Donetick's API": (random) => donetickFile(random, "json"),
  "Grocy's database": grocyFile,
  "Loop's ZIP": (random) => loopFile(random, "zip"),
  "Loop's backup": (random) => loopFile(random, "sqlite"),
  "Vikunja's export": vikunjaFile,
  "TickTick's backup": tickTickFile,
  "a calendar": icsFile,
  "a plain table": csvFile,
};

describe("random histories are read as they are:", () => {
  for (const [name, fileOf] of Object.entries(GENERATORS)) {
    test(name, async () => {
      for (let run = 0; run < runs(200); run++) {
        const file = await fileOf(randomFrom(seed * 1_000 + run));
        expectTruth(await readMoving(file), file);
      }
    });
  }
});

test.each(["sqlite", "json"] as const)(
  "what Donetick itself wrote is read as it is: %s",
  async (format) => {
    const file = donetickOwnFile(format);
    expectTruth(await readMoving(file), file);
  },
);

import { afterAll, expect, test } from "vitest";
import { closeApps } from "../support/app-client.ts";
import { runFaults } from "../support/fault-run.ts";
import { runs, seed } from "../support/runs.ts";

const FAULTS = runs(400);

afterAll(closeApps);

test(`after ${FAULTS} faults, ten clients are as the server, and it as it said (seed ${seed})`, async () => {
  const { broken, ...counts } = await runFaults({ faults: FAULTS, seed });
  expect(broken).toEqual([]);
  expect(counts.acknowledged).toBeGreaterThan(FAULTS);
  console.log(counts);
}, 600_000);

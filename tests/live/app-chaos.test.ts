import { afterAll, expect, test } from "vitest";
import { closeApps } from "../support/app-client.ts";
import { runFaults } from "../support/fault-run.ts";

/** A longer run: ROTA_FAULTS=200. */
const FAULTS = Number(process.env.ROTA_FAULTS ?? 40);
const seed = Number(process.env.ROTA_SEED);

afterAll(closeApps);

test(`after ${FAULTS} faults, ten clients are as the server, and it as it said (seed ${seed})`, async () => {
  const { broken, ...counts } = await runFaults({ faults: FAULTS, seed });
  expect(broken).toEqual([]);
  expect(counts.acknowledged).toBeGreaterThan(FAULTS);
  console.log(counts);
}, 600_000);

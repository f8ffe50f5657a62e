import * as fc from "fast-check";
import { expect, test } from "vitest";

test("property tests draw from the seed of the run", () => {
  expect(process.env.ROTA_SEED).toMatch(/^\d+$/);
  expect(fc.readConfigureGlobal().seed).toBe(Number(process.env.ROTA_SEED));
});

import { appendFileSync } from "node:fs";

/**
 * Whether something that not every machine has can be used by a test. What isn't here is noted, a line
 * each, in the file that ROTA_LEFT_OUT names, so that a run can say at its end what it left out; where
 * everything is wanted (ROTA_TIER=all), its test fails.
 */
export function isHere(what: string, isFound: boolean): boolean {
  const { ROTA_LEFT_OUT, ROTA_TIER } = process.env;
  if (isFound) return true;
  if (ROTA_TIER === "all") throw new Error(`${what} is wanted by these tests, and not here`);
  if (ROTA_LEFT_OUT) appendFileSync(ROTA_LEFT_OUT, `${what}\n`);
  return false;
}

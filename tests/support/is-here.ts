import { appendFileSync } from "node:fs";

/**
 * Whether a test can use something that some machines lack. Missing things are recorded in the file
 * ROTA_LEFT_OUT, one per line, so that a run can report at its end what it left out; if everything is required
 * (ROTA_TIER=all), its test fails.
 */
export function isHere(what: string, isFound: boolean): boolean {
  const { ROTA_LEFT_OUT, ROTA_TIER } = process.env;
  if (isFound) return true;
  if (ROTA_TIER === "all") throw new Error(`${what} is wanted by these tests, and not here`);
  if (ROTA_LEFT_OUT) appendFileSync(ROTA_LEFT_OUT, `${what}\n`);
  return false;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LITE_VERSION } from "./platform.ts";

test("the auth schema is noted as that of the @supabase/lite which is installed", () => {
  const main = fileURLToPath(import.meta.resolve("@supabase/lite"));
  const { version } = JSON.parse(readFileSync(join(main, "../../package.json"), "utf8"));
  expect(LITE_VERSION).toBe(version);
});

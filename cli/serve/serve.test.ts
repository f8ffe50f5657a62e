import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { holdFolder } from "embedded-supabase/tools";
import { expect, test } from "vitest";
import { SERVE_LOCK } from "./secrets.ts";
import { serve } from "./serve.ts";
import { readServeSettings } from "./settings.ts";

test("of two that start at once on a new folder, one ends with a sentence, and has made nothing", async () => {
  const place = mkdtempSync(join(tmpdir(), "rota-serve-"));
  const path = join(place, "data");
  const release = holdFolder(path, SERVE_LOCK);
  const settings = readServeSettings({ PUBLIC_URL: "http://localhost:1" }, "127.0.0.1:1");
  const started = serve(settings, { path, remedy: "" }, () => {}, new AbortController().signal);
  await expect(started).rejects.toThrow(`the data folder ${path} is in use by another stack`);
  expect(readdirSync(path)).toEqual([SERVE_LOCK]);
  release();
  rmSync(place, { recursive: true });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readProjectConfig } from "../config.ts";
import { callersOf, newAddress, PASSWORD } from "./support/callers.ts";
import { startTestStack } from "./support/test-stack.ts";

/** Projects with other settings than the one in tests/project. */

describe("a project without edge functions that is closed to new accounts", () => {
  test("starts, keeps those who have an account, and takes nobody else", async () => {
    const stack = await startTestStack((toml) =>
      toml
        .replace(/\[functions\.\w+\][^[]*/g, "")
        .replace("[auth]\n", "[auth]\nenable_signup = false\n"),
    );
    const callers = callersOf(stack);
    try {
      const health = await fetch(`${stack.apiUrl}/health`);
      expect(health.status).toBe(200);
      expect(await health.json()).toEqual({ api: "up", database: "up", realtime: "up" });
      expect((await callers.callFunction(null, "echo")).status).toBe(404);

      const email = newAddress();
      expect(
        await callers.auth(null, "POST", "signup", { email, password: PASSWORD }),
      ).toMatchObject({
        status: 422,
        body: {
          code: 422,
          error_code: "signup_disabled",
          msg: "Signups not allowed for this instance",
        },
      });
      expect((await callers.auth(null, "GET", "settings")).body).toMatchObject({
        disable_signup: true,
      });
      expect(await callers.sql("select from auth.users where email = $1", [email])).toEqual([]);
      expect(await callers.mailedLink(email)).toBeUndefined();
      expect((await callers.newPerson()).token).toBeTruthy();
    } finally {
      await callers.close();
      await stack.stop();
    }
  }, 120_000);
});

test("a setting that is missing is named in one sentence", () => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-supabase-config-"));
  mkdirSync(join(folder, "supabase"));
  writeFileSync(join(folder, "supabase/config.toml"), 'project_id = "notes"\n');
  expect(() => readProjectConfig(folder)).toThrow(
    `supabase/config.toml can't be used: Invalid key: Expected "api" but received undefined (api).`,
  );
  rmSync(folder, { recursive: true });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { StackError } from "../errors.ts";
import { sharedImports } from "../services/functions.ts";
import { startTestStack, type TestStack } from "./support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
}, 120_000);
afterAll(() => stack?.stop());

const call = (name: string, method: string) =>
  fetch(`${stack.apiUrl}/functions/v1/${name}`, { method });

test("what fails outside of a request is told, and takes no function down", async () => {
  expect((await call("fragile", "POST")).status).toBe(200);
  await vi.waitFor(() => {
    expect(stack.log()).toContain("a function failed outside of a request (");
  }, 20_000);
  expect((await call("echo", "OPTIONS")).status).toBe(204);
  expect(await (await call("fragile", "GET")).text()).toBe("whole");
  expect(stack.log()).not.toContain("function server ended");
}, 60_000);

test("no function reads what is hidden in the project, such as its credentials", async () => {
  expect(await (await call("fragile", "PUT")).text()).toBe("NotCapable");
});

test("functions share a process, so they name one version of a package", () => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-supabase-imports-"));
  const name = (functionName: string, target: string) => {
    const place = join(folder, "supabase/functions", functionName);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "deno.json"), JSON.stringify({ imports: { a: target } }));
  };
  try {
    name("one", "npm:a@1.0.0");
    name("two", "npm:a@1.0.0");
    expect(sharedImports(folder, ["one", "two"])).toEqual({ imports: { a: "npm:a@1.0.0" } });
    name("two", "npm:a@2.0.0");
    expect(() => sharedImports(folder, ["one", "two"])).toThrow(
      new StackError(
        "the functions' deno.json files name both npm:a@1.0.0 and npm:a@2.0.0: name one.",
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leaveRefusedKey } from "./refused-key.ts";

const unregister = vi.fn(async () => true);
const reload = vi.fn();

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("document", {});
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => ({ unregister }) } });
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const refusal = (message: string, status = 401) => Response.json({ message }, { status });

test("a page whose key is refused leaves the build that was kept, once", async () => {
  const refused = refusal("Invalid API key");
  await leaveRefusedKey(refused, "old");
  expect(unregister).toHaveBeenCalledOnce();
  expect(reload).toHaveBeenCalledOnce();
  await leaveRefusedKey(refusal("Invalid API key"), "old");
  expect(reload).toHaveBeenCalledOnce();
  await leaveRefusedKey(refusal("Invalid API key"), "another");
  expect(reload).toHaveBeenCalledTimes(2);
  // The caller can still read the answer.
  expect(await refused.json()).toEqual({ message: "Invalid API key" });
});

test.each([
  refusal("JWT expired"),
  refusal("Invalid API key", 500),
  Response.json([]),
  new Response("nothing", { status: 401 }),
])("any other answer changes nothing", async (answer) => {
  await leaveRefusedKey(answer, "old");
  expect(reload).not.toHaveBeenCalled();
});

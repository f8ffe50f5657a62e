import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lazySupabase } from "./client.ts";
import { dataOf } from "./request-failure.ts";
import { SESSION_KEY } from "./session-key.ts";

/** Node.js 20 has none of its own, and nothing is sent over it here. */
class Transport {}

const listFailure = async (keepsSession: boolean) => {
  const project = { url: "http://backend.test", publishableKey: "sb_publishable_key" };
  const load = lazySupabase({ ...project, keepsSession, transport: Transport as never });
  return dataOf((await load()).rpc("list_tasks")).catch((error: unknown) => error);
};

const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (url: string | URL) => {
    asked.push(String(url));
    return Response.json({}, { status: 401 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const toTheApi = () => asked.filter((url) => url.includes("/rest/"));

test("where nobody is signed in, the API is not asked, and the failure is its own", async () => {
  expect(await listFailure(true)).toMatchObject({ code: null, status: 401 });
  expect(toTheApi()).toEqual([]);
});

test("where a session can't be renewed just now, it is as without a network", async () => {
  vi.stubGlobal("localStorage", { getItem: (key: string) => key === SESSION_KEY && "{}" });
  expect(await listFailure(true)).toMatchObject({ code: "NETWORK_ERROR", status: 0 });
  expect(toTheApi()).toEqual([]);
});

test("who has no account asks without a session", async () => {
  expect(await listFailure(false)).toMatchObject({ status: 401 });
  expect(toTheApi()).toHaveLength(1);
});

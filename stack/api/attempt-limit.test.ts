import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { attemptLimit, type GuessLimits, localGuesses, SITE_GUESSES } from "./attempt-limit.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** An Auth that knows one password, behind the limit; answers each attempt's status, and the seconds to wait. */
function newAuth(limits: GuessLimits) {
  const app = new Hono().use("/auth/v1/*", attemptLimit(limits));
  app.post("/auth/v1/token", async (context) => {
    const { password } = await context.req.json();
    return context.json({}, password === "right" ? 200 : 400);
  });
  const ask = async (peer: string, email: string, password: string) => {
    const init = { method: "POST", body: JSON.stringify({ email, password }) };
    return app.request("/auth/v1/token?grant_type=password", init, { peer });
  };
  const signIn = async (...given: Parameters<typeof ask>) => (await ask(...given)).status;
  const wait = async (...given: Parameters<typeof ask>) =>
    Number((await ask(...given)).headers.get("retry-after"));
  return { signIn, wait };
}

async function guess(
  { signIn }: ReturnType<typeof newAuth>,
  peer: string,
  email: string,
  times: number,
) {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push(await signIn(peer, email, `wrong ${n}`));
  return statuses;
}

const [STRANGER, HOME] = ["203.0.113.7", "198.51.100.1"];
const OWNER = "owner@example.com";

test("on a site, each guess after the fifth waits twice as long, up to a quarter of an hour", async () => {
  const auth = newAuth(SITE_GUESSES);
  expect(await guess(auth, STRANGER, OWNER, 6)).toEqual([...Array(5).fill(400), 429]);
  const waits: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    const wait = await auth.wait(STRANGER, OWNER, "right");
    waits.push(wait);
    pass(wait - 1);
    expect(await auth.signIn(STRANGER, OWNER, "right")).toBe(429);
    pass(1);
    expect(await auth.signIn(STRANGER, OWNER, "wrong")).toBe(400);
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
  expect(await auth.signIn(HOME, "Owner@example.com", "right")).toBe(200);
  pass(3_600);
  expect(await guess(auth, STRANGER, OWNER, 5)).toEqual(Array(5).fill(400));
});

test("on a site, one peer guesses at so many accounts and no more, whatever it knows", async () => {
  const auth = newAuth(SITE_GUESSES);
  for (let n = 0; n < 50; n += 1) {
    expect(await auth.signIn(STRANGER, `x${n}@example.com`, "wrong")).toBe(400);
    expect(await auth.signIn(STRANGER, "own@example.com", "right")).toBe(n < 49 ? 200 : 429);
  }
  expect(await auth.signIn(STRANGER, "y@example.com", "wrong")).toBe(429);
  expect(await auth.signIn(HOME, OWNER, "right")).toBe(200);
});

test("on a site, many peers guess at one account no faster, and where its owner was they get in", async () => {
  const auth = newAuth(SITE_GUESSES);
  expect(await auth.signIn(HOME, OWNER, "right")).toBe(200);
  const statuses: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    statuses.push(await auth.signIn(`203.0.113.${n}`, OWNER, "wrong"));
  }
  expect(statuses).toEqual([...Array(20).fill(400), ...Array(20).fill(429)]);
  expect(await auth.signIn(HOME, OWNER, "right")).toBe(200);
  expect(await auth.signIn("192.0.2.1", OWNER, "right")).toBe(429);
  pass(60);
  expect(await auth.signIn("192.0.2.1", OWNER, "right")).toBe(200);
});

test("many at once gain nothing", async () => {
  const auth = newAuth(SITE_GUESSES);
  const statuses = await Promise.all(
    Array.from({ length: 50 }, () => auth.signIn(STRANGER, OWNER, "wrong")),
  );
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
});

test("on this machine, ten guesses of a stranger are the last, and the owner gets in", async () => {
  const auth = newAuth(localGuesses(100));
  expect(await guess(auth, STRANGER, OWNER, 12)).toEqual([...Array(10).fill(400), 429, 429]);
  expect(await auth.signIn(STRANGER, "Owner@example.com", "right")).toBe(429);
  expect(await auth.signIn(HOME, OWNER, "right")).toBe(200);
  // What came too early counts for nothing.
  await guess(auth, STRANGER, OWNER, 100);
  expect(await auth.signIn(STRANGER, "other@example.com", "right")).toBe(200);
});

test("a success forgives the guesses at its account, and is none itself", async () => {
  const auth = newAuth(localGuesses(100));
  const nine = Array(9).fill(400);
  expect(await guess(auth, STRANGER, OWNER, 9)).toEqual(nine);
  for (let n = 0; n < 3; n += 1) expect(await auth.signIn(STRANGER, OWNER, "right")).toBe(200);
  expect(await guess(auth, STRANGER, OWNER, 9)).toEqual(nine);
});

test("whoever has a network of IPv6 has no more guesses than with one address", async () => {
  const auth = newAuth(localGuesses(100));
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    statuses.push(await auth.signIn(`2001:db8::${n.toString(16)}`, OWNER, "wrong"));
  }
  expect(statuses.at(-1)).toBe(429);
  expect(await auth.signIn("2001:db8:0:1::1", OWNER, "right")).toBe(200);
});

test("a success begins again, for an account and not for a peer", async () => {
  const auth = newAuth(localGuesses(3));
  expect(await guess(auth, STRANGER, OWNER, 2)).toEqual([400, 400]);
  expect(await auth.signIn(STRANGER, OWNER, "right")).toBe(200);
  expect(await guess(auth, STRANGER, OWNER, 2)).toEqual([400, 429]);
});

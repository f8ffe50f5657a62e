import { Hono } from "hono";
import { expect, test } from "vitest";
import { attemptLimit } from "./attempt-limit.ts";

/** An Auth that knows one password, behind the limit; the status of each try. */
function newAuth(failuresPerPeer = 100) {
  const app = new Hono().use("/auth/v1/*", attemptLimit(failuresPerPeer));
  app.post("/auth/v1/token", async (context) => {
    const { password } = await context.req.json();
    return context.json({}, password === "right" ? 200 : 400);
  });
  return async (peer: string, email: string, password: string) => {
    const init = { method: "POST", body: JSON.stringify({ email, password }) };
    const { status } = await app.request("/auth/v1/token?grant_type=password", init, { peer });
    return status;
  };
}

async function guess(
  signIn: ReturnType<typeof newAuth>,
  peer: string,
  email: string,
  times: number,
) {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push(await signIn(peer, email, `wrong ${n}`));
  return statuses;
}

test("ten guesses of a stranger are the last for an account, and its owner gets in all the same", async () => {
  const signIn = newAuth();
  const statuses = await guess(signIn, "203.0.113.7", "owner@example.com", 12);
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  expect(await signIn("203.0.113.7", "Owner@example.com", "right")).toBe(429);
  expect(await signIn("198.51.100.1", "owner@example.com", "right")).toBe(200);
  expect(await signIn("203.0.113.7", "other@example.com", "right")).toBe(200);
});

test("a success forgives the guesses at its account, and is none itself", async () => {
  const signIn = newAuth();
  const nine = Array(9).fill(400);
  expect(await guess(signIn, "203.0.113.7", "owner@example.com", 9)).toEqual(nine);
  for (let n = 0; n < 3; n += 1) {
    expect(await signIn("203.0.113.7", "owner@example.com", "right")).toBe(200);
  }
  expect(await guess(signIn, "203.0.113.7", "owner@example.com", 9)).toEqual(nine);
});

test("whoever has a network of IPv6 has no more guesses than with one address", async () => {
  const signIn = newAuth();
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    statuses.push(await signIn(`2001:db8::${n.toString(16)}`, "owner@example.com", "wrong"));
  }
  expect(statuses.at(-1)).toBe(429);
  expect(await signIn("2001:db8:0:1::1", "owner@example.com", "right")).toBe(200);
});

test("one peer guesses at so many accounts and no more, and a success begins again", async () => {
  const signIn = newAuth(3);
  expect(await guess(signIn, "203.0.113.7", "owner@example.com", 2)).toEqual([400, 400]);
  expect(await signIn("203.0.113.7", "owner@example.com", "right")).toBe(200);
  expect(await guess(signIn, "203.0.113.7", "owner@example.com", 2)).toEqual([400, 429]);
});

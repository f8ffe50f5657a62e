import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Callers, callersOf, newAddress, PASSWORD } from "./support/callers.ts";
import { startTestStack, type TestStack } from "./support/test-stack.ts";

/** Guessing passwords, and changing one. */

const FAILURES_PER_PEER = 400;

let stack: TestStack;
let callers: Callers;
beforeAll(async () => {
  stack = await startTestStack(
    (toml) =>
      `${toml.replace("[auth.email]", "[auth.email]\nrequire_current_password = true")}
[auth.rate_limit]
sign_in_sign_ups = ${FAILURES_PER_PEER}
`,
  );
  callers = callersOf(stack);
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await stack?.stop();
});

const overLimit = {
  status: 429,
  body: { code: 429, error_code: "over_request_rate_limit", msg: "Request rate limit reached" },
};
const invalid = {
  status: 400,
  body: { code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" },
};

describe("what is answered tells nothing about accounts", () => {
  test("in words: unknown, known and unconfirmed addresses are refused alike", async () => {
    const [known, unconfirmed] = [newAddress("known"), newAddress("unconfirmed")];
    await callers.createAccount(known);
    await callers.createAccount(unconfirmed, false);
    const answers = await Promise.all(
      [known, unconfirmed, newAddress("unknown")].map((email) => callers.signIn(email, "wrong")),
    );
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual(invalid);
      expect(headers.get("x-sb-error-code")).toBe("invalid_credentials");
      expect([...headers.keys()].sort()).toEqual([...(answers[0]?.headers.keys() ?? [])].sort());
    }
    // Anyone who knows the password may know that.
    expect(await callers.signIn(unconfirmed)).toMatchObject({
      body: { error_code: "email_not_confirmed" },
    });
    expect((await callers.signIn(known)).status).toBe(200);
  });

  /**
   * Requests made in turn, in random order, must take equally long: the fastest ones, which a busy machine
   * delayed least, may differ by no more than those of `one` and `control` do, plus a generous fifth. More
   * rounds remove a machine's hiccups, but not a leak.
   */
  async function expectAlike(asks: Record<"one" | "other" | "control", () => Promise<unknown>>) {
    const names = Object.keys(asks) as (keyof typeof asks)[];
    const times = { one: [] as number[], other: [] as number[], control: [] as number[] };
    const apart = (name: "other" | "control") => {
      const [one, other] = [Math.min(...times.one), Math.min(...times[name])];
      return Math.abs(one - other) / Math.max(one, other);
    };
    const areAlike = () => apart("other") < apart("control") + 0.2;
    await asks.one();
    for (let round = 0; round < 13 || (round < 39 && !areAlike()); round += 1) {
      for (const name of names.toSorted(() => Math.random() - 0.5)) {
        const startedAt = performance.now();
        await asks[name]();
        times[name].push(performance.now() - startedAt);
      }
    }
    expect(areAlike(), JSON.stringify(times)).toBe(true);
  }

  test("in time: a sign-in with an unknown address takes as long as with a known one", async () => {
    const known = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const email = newAddress("known");
        await callers.createAccount(email);
        return email;
      }),
    );
    let next = 0;
    const guess = async () => {
      next += 1;
      return callers.signIn(known[next % known.length] ?? "", "a wrong password");
    };
    await expectAlike({
      one: guess,
      control: guess,
      other: () => callers.signIn(newAddress("unknown"), "a wrong password"),
    });
  }, 120_000);

  test("in time: a sign-up with the address of an account takes as long as any other", async () => {
    const signUp = (email: string) =>
      callers.auth(null, "POST", "signup", { email, password: PASSWORD });
    const known = newAddress("known");
    await callers.createAccount(known);
    const asNew = () => signUp(newAddress("new"));
    await expectAlike({ one: asNew, control: asNew, other: () => signUp(known) });
  }, 120_000);
});

test("a code or a magic link makes no account", async () => {
  const email = newAddress("unproven");
  for (const path of ["otp", "magiclink"]) {
    expect(await callers.auth(null, "POST", path, { email })).toMatchObject({
      status: 422,
      body: { error_code: "otp_disabled" },
    });
  }
  expect((await callers.signIn(email)).status).toBe(400);
  expect((await callers.auth(null, "POST", "signup", { email, password: PASSWORD })).status).toBe(
    200,
  );
});

describe("guessing is limited", () => {
  test("for an address, with or without an account, however many are tried at once", async () => {
    const known = newAddress("known");
    await callers.createAccount(known);
    for (const email of [known, newAddress("unknown")]) {
      const guesses = Array.from({ length: 15 }, () => callers.signIn(email, "a wrong password"));
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 400)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
      const answer = await callers.signIn(email.toUpperCase());
      expect(answer).toMatchObject(overLimit);
      expect(answer.headers.get("x-sb-error-code")).toBe("over_request_rate_limit");
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    }
    expect((await callers.newPerson("somebody-else")).token).not.toBe("");
  });

  test("and a success starts over", async () => {
    const email = newAddress("clumsy");
    await callers.createAccount(email);
    for (let round = 0; round < 2; round += 1) {
      for (let guess = 0; guess < 9; guess += 1) {
        expect((await callers.signIn(email, "a wrong password")).status).toBe(400);
      }
      expect((await callers.signIn(email)).status).toBe(200);
    }
  }, 60_000);

  test("for a peer, over all addresses", async ({ skip }) => {
    if (process.platform !== "linux") skip("only Linux has more than one loopback address");
    const email = newAddress("known");
    await callers.createAccount(email);
    const from = (localAddress: string, address: string, password: string) =>
      new Promise<number>((resolve, reject) => {
        const asked = request(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
          ...{ method: "POST", localAddress, agent: false },
          headers: { apikey: stack.publishableKey, "content-type": "application/json" },
        });
        asked.on("response", (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        });
        asked.on("error", reject).end(JSON.stringify({ email: address, password }));
      });
    const statuses: number[] = [];
    // In batches, as so many at once would be refused.
    while (statuses.length < FAILURES_PER_PEER + 20) {
      const guesses = Array.from({ length: 20 }, () =>
        // Refused without a hash, which would be slow.
        from("127.0.0.9", newAddress("guessed"), ""),
      );
      statuses.push(...(await Promise.all(guesses)));
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(FAILURES_PER_PEER);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect(await from("127.0.0.9", email, PASSWORD)).toBe(429);
    expect(await from("127.0.0.8", email, PASSWORD)).toBe(200);
  }, 60_000);
});

describe("a new password", () => {
  const change = (person: { id: string; email: string; token: string }, body: object) =>
    callers.auth(person, "PUT", "user", body);
  const NEW = "another password";

  test("takes the current one: a token alone changes none", async () => {
    const alice = await callers.newPerson("alice");
    expect(await change(alice, { password: NEW })).toMatchObject({
      status: 400,
      body: { error_code: "current_password_required" },
    });
    expect(await change(alice, { password: NEW, current_password: "guessed" })).toMatchObject({
      status: 400,
      body: { error_code: "current_password_invalid" },
    });
    expect((await callers.signIn(alice.email)).status).toBe(200);
    // A change without a password doesn't ask for one.
    expect((await change(alice, { data: { full_name: "Alice" } })).status).toBe(200);

    const changed = await change(alice, { password: NEW, current_password: PASSWORD });
    expect(changed.status).toBe(200);
    expect((await callers.signIn(alice.email)).status).toBe(400);
    expect((await callers.signIn(alice.email, NEW)).status).toBe(200);
  });

  test("can't be had by guessing the current one", async () => {
    const alice = await callers.newPerson("alice");
    for (let guess = 0; guess < 10; guess += 1) {
      const answer = await change(alice, { password: NEW, current_password: `guess ${guess}` });
      expect(answer.status).toBe(400);
    }
    expect(await change(alice, { password: NEW, current_password: PASSWORD })).toMatchObject(
      overLimit,
    );
  });

  test("is free in a session that a mailed link began", async () => {
    const alice = await callers.newPerson("alice");
    expect((await callers.auth(null, "POST", "recover", { email: alice.email })).status).toBe(200);
    const link = new URL((await callers.mailedLink(alice.email)) ?? "");
    const hash = link.searchParams.get("token_hash") ?? link.searchParams.get("token");
    const verified = await callers.auth(null, "POST", "verify", {
      type: "recovery",
      token_hash: hash,
    });
    expect(verified.status).toBe(200);
    const recovered = { ...alice, token: String(verified.body.access_token) };
    expect((await change(recovered, { password: NEW })).status).toBe(200);
    expect((await callers.signIn(alice.email, NEW)).status).toBe(200);
    // The older session has ended.
    expect(await change(alice, { password: PASSWORD })).toMatchObject({
      status: 403,
      body: { error_code: "session_not_found" },
    });
  });

  test("has the length that config.toml asks for", async () => {
    const email = newAddress("short");
    for (const password of ["123456", "1234567"]) {
      expect(await callers.auth(null, "POST", "signup", { email, password })).toMatchObject({
        status: 422,
        body: { error_code: "weak_password" },
      });
    }
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Call, MOST_AT_ONCE, Turns } from "./calls-at-once.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Takes turns, and lists the callers whose turn came, in order; null for a refused one. */
function queue() {
  const turns = new Turns();
  const come: (string | null)[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, call: Partial<Call>, signal?: AbortSignal) => {
    const whole = { account: "Ann", peer: "203.0.113.7", kind: name, ...call };
    void turns.take(whole, signal).then((end) => {
      come.push(end ? name : null);
      if (end) ends.set(name, end);
    });
    return vi.advanceTimersByTimeAsync(0);
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    ends.delete(name);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { ask, end, come };
}

describe("at once are answered, of", () => {
  test("one account: two, and one of the same", async () => {
    const { ask, end, come } = queue();
    await ask("list", { kind: "list" });
    await ask("list again", { kind: "list" });
    await ask("tick", { kind: "tick" });
    await ask("note", { kind: "note" });
    expect(come).toEqual(["list", "tick"]);
    await end("list");
    expect(come).toEqual(["list", "tick", "list again"]);
    await end("tick");
    expect(come).toEqual(["list", "tick", "list again", "note"]);
  });

  test("one peer: four, whoever they are; a call of this machine's own counts for none", async () => {
    const { ask, end, come } = queue();
    for (let n = 0; n < 6; n += 1) await ask(`${n}`, { account: `Account ${n}` });
    await ask("function's", { account: "Account 9", peer: undefined });
    await ask("elsewhere", { account: "Account 8", peer: "198.51.100.1" });
    expect(come).toEqual(["0", "1", "2", "3", "function's", "elsewhere"]);
    await end("2");
    expect(come.at(-1)).toBe("4");
  });

  test("all: fewer than the database has connections", async () => {
    const { ask, come } = queue();
    for (let n = 0; n < 50; n += 1) await ask(`${n}`, { account: `${n}`, peer: `${n}` });
    expect(come).toHaveLength(MOST_AT_ONCE.ofAll);
    expect(MOST_AT_ONCE.ofAll).toBeLessThan(20);
  });
});

test("whoever asks for much waits for themselves: another of the same peer is next", async () => {
  const { ask, end, come } = queue();
  for (let n = 0; n < 40; n += 1) await ask(`much ${n}`, {});
  for (const account of ["b", "c"]) await ask(account, { account });
  for (const account of ["d", "e"]) await ask(account, { account });
  expect(come).toEqual(["much 0", "much 1", "b", "c"]);
  await end("much 0");
  await end("b");
  expect(come.slice(4)).toEqual(["d", "e"]);
});

test("of identical calls the first is next, whatever keeps it waiting", async () => {
  const { ask, end, come } = queue();
  const elsewhere = "198.51.100.1";
  await ask("a", {});
  await ask("b", { peer: elsewhere });
  for (const account of ["c", "d", "e"]) await ask(account, { account });
  await ask("f", { account: "f" });
  await ask("first", { kind: "list", peer: elsewhere });
  await end("a");
  await ask("second", { kind: "list", peer: elsewhere });
  await end("c");
  await end("d");
  expect(come).toEqual(["a", "b", "c", "d", "e", "f", "first"]);
});

test("many identical calls leave others half of the time; those of a person's devices don't rest", async () => {
  const { ask, end, come } = queue();
  for (let n = 0; n < 8; n += 1) await ask(`${n}`, { kind: "list" });
  await vi.advanceTimersByTimeAsync(300);
  await end("0");
  await vi.advanceTimersByTimeAsync(299);
  expect(come).toEqual(["0"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(come).toEqual(["0", "1"]);
  await end("1");
  await vi.advanceTimersByTimeAsync(300);
  await end("2");
  expect(come).toEqual(["0", "1", "2", "3"]);
});

test("what waits for five seconds, is given up, or is one of too many is refused, and leaves nothing", async () => {
  const { ask, end, come } = queue();
  await ask("first", { kind: "list" });
  const given = new AbortController();
  await ask("given up", { kind: "list" }, given.signal);
  given.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(come).toEqual(["first", null]);
  for (let n = 0; n < 101; n += 1) await ask(`${n}`, { kind: "list" });
  expect(come).toEqual(["first", null, null]);
  await ask("another's", { account: "Bob", kind: "list" });
  expect(come.at(-1)).toBe("another's");
  await vi.advanceTimersByTimeAsync(4_999);
  expect(come).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(come).toHaveLength(104);
  await end("first");
  await ask("later", { kind: "list" });
  expect(come.at(-1)).toBe("later");
});

test("what people do at once never meets the bounds: five of one address, each with two pages and a tablet", async () => {
  const { ask, end, come } = queue();
  const names: string[] = [];
  for (let person = 0; person < 5; person += 1) {
    for (let n = 0; n < 18; n += 1) {
      const name = `${person} ${n}`;
      names.push(name);
      await ask(name, { account: `${person}`, kind: `${n % 6}` });
    }
  }
  // A call takes 40 ms.
  for (let round = 0; round < 40 && come.length < names.length + 1; round += 1) {
    const underWay = [...come];
    await vi.advanceTimersByTimeAsync(40);
    for (const name of underWay) if (name) await end(name);
  }
  expect(come).toHaveLength(90);
  expect(come).not.toContain(null);
});

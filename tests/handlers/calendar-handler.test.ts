import { createHash } from "node:crypto";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { calendarHandler } from "../../supabase/functions/calendar/handler.ts";
import { bitsOf } from "../support/bits.ts";
import { type Call, environmentWith } from "../support/handler-environment.ts";
import { jsonTask } from "../support/task-fixture.ts";

/** Only the calendar's handler, with an API that answers as each test wants. */

let calls: Call[];
const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
beforeEach(() => {
  calls = [];
});
afterEach(() => logged.mockClear());

const feed = {
  personId: "alice",
  onlyMine: false,
  categories: null,
  profile: { fullName: "", timeZone: "Pacific/Kiritimati" },
  tasks: [jsonTask({ startDate: "2026-11-21", endDate: "2026-11-21" })],
  households: [],
};

const ask = (answer: () => Response, query: string, init: RequestInit = {}, now = 0) =>
  calendarHandler(
    environmentWith(answer, calls),
    () => now,
  )(new Request(`https://project.example/functions/v1/calendar${query}`, init));

test("counts by the token's hash alone, then reads that person's list, with the secret key", async () => {
  await ask(() => Response.json(feed), "?token=the-token");
  const rpc = "https://project.example/rest/v1/rpc";
  const token_hash = createHash("sha256").update("the-token").digest("hex");
  expect(calls.map(({ url, body }) => ({ url, body }))).toEqual([
    { url: `${rpc}/count_calendar_read`, body: { token_hash } },
    { url: `${rpc}/list_tasks_for`, body: { person: "alice" } },
  ]);
  for (const { headers } of calls) {
    expect(headers.get("authorization")).toBe("Bearer sb_secret_x");
  }
});

test("without daily tasks, if wished: of what is due on several days, every day", async () => {
  const day = { startDate: "2026-11-21", endDate: "2026-11-21" };
  const week = { startDate: "2026-11-16", endDate: "2026-11-22" };
  const tasks = [
    jsonTask({ ...week, id: "dishes", title: "Dishes" }),
    jsonTask({ ...week, id: "bins", title: "Bins", repeatValue: "weekly" }),
    jsonTask({
      ...week,
      id: "tea",
      title: "Tea",
      repeatValue: "custom",
      customRrule: "FREQ=DAILY",
    }),
    jsonTask({ ...day, id: "dentist", title: "Dentist" }),
  ];
  const titles = async (withoutDaily: boolean) => {
    const now = Date.parse("2026-11-21T00:00:00Z");
    const answer = () => Response.json({ ...feed, tasks, withoutDaily });
    const file = await (await ask(answer, "?token=x", {}, now)).text();
    return [...new Set(file.match(/(?<=^SUMMARY:)\w+/gm))].sort();
  };
  expect(await titles(false)).toEqual(["Bins", "Dentist", "Dishes", "Tea"]);
  expect(await titles(true)).toEqual(["Bins", "Dentist"]);
});

test("has the tasks of the chosen households alone: of all, or with one's own alone of none, if none is chosen", async () => {
  const households = ["flat", "cabin"].map((id) => ({
    ...{ id, name: id, role: "member", me: "ann", people: [] },
  }));
  const day = { startDate: "2026-11-21", endDate: "2026-11-21" };
  const tasks = [
    jsonTask({ ...day, id: "own", title: "Own", ownerId: "alice" }),
    jsonTask({ ...day, id: "theirs", title: "Theirs", ownerId: "bob" }),
    jsonTask({ ...day, id: "bins", title: "Bins", ownerId: "alice", householdId: "flat" }),
    jsonTask({ ...day, id: "wood", title: "Wood", ownerId: "bob", householdId: "cabin" }),
  ];
  const titles = async (onlyMine: boolean, householdIds: readonly string[] | null) => {
    const answer = () => Response.json({ ...feed, tasks, households, onlyMine, householdIds });
    const file = await (await ask(answer, "?token=x", {}, Date.parse("2026-11-21"))).text();
    return (file.match(/(?<=^SUMMARY:)\w+/gm) ?? []).sort().join(" ");
  };
  expect(await titles(false, null)).toBe("Bins Own Theirs Wood");
  expect(await titles(false, ["flat"])).toBe("Bins Own Theirs");
  expect(await titles(false, [])).toBe("Own Theirs");
  expect(await titles(true, ["cabin"])).toBe("Own Wood");
  expect(await titles(true, null)).toBe("Own");
});

test("is in its reader's language, and in English where that isn't spoken any more", async () => {
  const skipped = jsonTask({
    startDate: "2026-11-21",
    endDate: "2026-11-21",
    title: "Tea",
    skippedDays: bitsOf(Date.parse("2026-11-21") / 86_400_000),
  });
  const summaryIn = async (language: string) => {
    const profile = { ...feed.profile, language, dateStyle: null };
    const answer = () => Response.json({ ...feed, profile, tasks: [skipped] });
    const file = await (await ask(answer, "?token=x", {}, Date.parse("2026-11-21"))).text();
    return /(?<=^SUMMARY:).*/m.exec(file)?.[0].trim();
  };
  expect(await summaryIn("tlh")).toBe("Skipped: Tea");
  expect(await summaryIn("en-XB")).toMatch(/^\[.*\u2068Tea\u2069\]$/);
});

test("what was read too often is not read", async () => {
  const response = await ask(() => Response.json({ retryAfter: 60 }), "?token=the-token");
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(calls).toHaveLength(1);
});

test("whatever is wrong with a token, it goes the same way as a right one", async () => {
  const queries = ["", "?token=", "?token=x", `?token=${"y".repeat(60_000)}`, "?token=%ff%00"];
  for (const query of queries) {
    const response = await ask(() => Response.json(null), query);
    expect([response.status, await response.text()]).toEqual([404, "There is no such calendar.\n"]);
  }
  const body = { token_hash: expect.stringMatching(/^[0-9a-f]{64}$/) };
  expect(calls.map((call) => call.body)).toEqual(queries.map(() => body));
});

test("today is the person's", async () => {
  // 365 days before the task, in the person's zone; 366 in UTC.
  const now = Date.parse("2025-11-20T11:00:00Z");
  const answer = () => Response.json(feed);
  expect(await (await ask(answer, "?token=x", {}, now)).text()).toContain("DTSTART");
  const dayBefore = await ask(answer, "?token=x", {}, now - 3_600_001);
  expect(await dayBefore.text()).not.toContain("DTSTART");
});

describe("when the database fails", () => {
  const token = "the-secret-token";
  const hash = createHash("sha256").update(token).digest("hex");
  test.each<[string, () => Response]>([
    ["with an error", () => Response.json({ code: "XX000", message: "no" }, { status: 500 })],
    ["with no JSON", () => new Response("<html>no", { status: 502 })],
  ])("%s, it is 503 for a while, and the address is in no log", async (_, answer) => {
    const response = await ask(answer, `?token=${token}`);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(logged).toHaveBeenCalled();
    const log = inspect(logged.mock.calls, { depth: null });
    expect(log).not.toContain(token);
    expect(log).not.toContain(hash);
  });

  test("because the account was closed just now, it is nobody's calendar", async () => {
    const gone = { code: "PT401", message: "UNAUTHENTICATED", details: "" };
    const response = await ask(() => Response.json(gone, { status: 401 }), "?token=x");
    expect(response.status).toBe(404);
  });
});

test("links lead to the app: APP_URL, else the first of the origins that may call", async () => {
  const linked = async (others: Record<string, string>) => {
    const answer = calendarHandler(
      environmentWith(() => Response.json(feed), calls, others),
      () => Date.parse("2026-11-20T12:00:00Z"),
    );
    const file = await (await answer(new Request("https://project.example/?token=x"))).text();
    return /^URL.*?:(https:\/\/[^/]+)\//m.exec(file)?.[1];
  };
  const ALLOWED_ORIGINS = "https://rota.example,https://other.example";
  expect(await linked({ APP_URL: "https://app.example/", ALLOWED_ORIGINS })).toBe(
    "https://app.example",
  );
  expect(await linked({ ALLOWED_ORIGINS })).toBe("https://rota.example");
});

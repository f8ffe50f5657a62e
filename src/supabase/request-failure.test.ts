import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { answerOf, dataOf, RequestFailure } from "./request-failure.ts";

const readCount = v.parser(v.object({ count: v.number() }));

const refused = (message: string, status: number, details = "") => {
  const error = Object.assign(new Error(message), { details });
  return dataOf(Promise.resolve({ data: null, error, status }));
};
/** As functions-js resolves when the function answers with an error. */
const functionRefused = (response: Response) => {
  const error = Object.assign(new Error("non-2xx"), { context: response });
  return dataOf(Promise.resolve({ data: null, error }));
};

describe("a REST call", () => {
  test("gives its data", async () => {
    expect(await dataOf(Promise.resolve({ data: [1], error: null, status: 200 }))).toEqual([1]);
  });

  test("whose answer has another form fails, and may be made again", async () => {
    const read = (data: unknown) => answerOf(Promise.resolve({ data, error: null }), readCount);
    expect(await read({ count: 2 })).toEqual({ count: 2 });
    for (const other of [null, "", { count: "2" }]) {
      await expect(read(other)).rejects.toMatchObject({ code: null, isFinal: false });
    }
  });

  test("refused by our SQL fails with its code, its status and its issues", async () => {
    const issues = [{ path: "date", code: "INVALID" }];
    await expect(refused("TASK_NOT_FOUND", 400)).rejects.toMatchObject({
      code: "TASK_NOT_FOUND",
      status: 404,
      issues: [],
    });
    await expect(refused("VALIDATION_FAILED", 422, JSON.stringify(issues))).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      issues: [{ path: "date", message: "Invalid input" }],
    });
  });

  test("that meets a full disk says so, and may be made again", async () => {
    const error = Object.assign(new Error("could not extend file"), { code: "53100" });
    const answer = dataOf(Promise.resolve({ data: null, error, status: 500 }));
    await expect(answer).rejects.toMatchObject({ code: "DISK_FULL", isFinal: false });
  });

  test("without an answer fails as the network; any other failure has no code", async () => {
    await expect(refused("TypeError: fetch failed", 0)).rejects.toMatchObject({
      code: "NETWORK_ERROR",
    });
    await expect(refused("JWT expired", 401)).rejects.toMatchObject({ code: null, status: 401 });
  });
});

describe("an edge function", () => {
  test("gives its answer", async () => {
    const answer = { task: { id: "t" } };
    expect(await dataOf(Promise.resolve({ data: answer, error: null }))).toEqual(answer);
  });

  test("that refuses fails with its code, status and issues", async () => {
    const issues = [{ path: "title", message: "Title is required" }];
    const error = { code: "VALIDATION_FAILED", message: "Invalid", issues };
    await expect(functionRefused(Response.json({ error }, { status: 422 }))).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      status: 422,
      issues,
    });
    const page = new Response("<html>", { status: 502 });
    await expect(functionRefused(page)).rejects.toMatchObject({ code: null, status: 502 });
  });

  test("out of reach fails as the network", async () => {
    const error = Object.assign(new Error("Failed to send a request"), {
      context: new TypeError("Failed to fetch"),
    });
    const unreachable = dataOf(Promise.resolve({ data: null, error }));
    await expect(unreachable).rejects.toMatchObject({ code: "NETWORK_ERROR", status: 0 });
  });
});

test("only what the same request would meet again is final", () => {
  const finals = [400, 401, 403, 404, 409, 422];
  const passing = [0, 408, 429, 500, 502, 503];
  for (const status of finals) expect(new RequestFailure("", null, status).isFinal).toBe(true);
  for (const status of passing) expect(new RequestFailure("", null, status).isFinal).toBe(false);
});

describe("what was too much at once says when to ask again", () => {
  const refused = (message: string, details: string) =>
    dataOf(
      Promise.resolve({
        data: null,
        status: 429,
        error: Object.assign(new Error(message), { details }),
      }),
    );

  test.each(["Too many calls at once", "TOO_MANY_ATTEMPTS"])("of a call: %s", async (message) => {
    await expect(refused(message, "2")).rejects.toMatchObject({ status: 429, retryAfter: 2_000 });
    await expect(refused(message, "")).rejects.toMatchObject({ status: 429, retryAfter: null });
  });

  test("of a function", async () => {
    const context = Response.json({}, { status: 429, headers: { "Retry-After": "3" } });
    const error = Object.assign(new Error("non-2xx"), { context });
    await expect(dataOf(Promise.resolve({ data: null, error }))).rejects.toMatchObject({
      retryAfter: 3_000,
    });
  });
});

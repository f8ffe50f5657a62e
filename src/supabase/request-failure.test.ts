import { describe, expect, test } from "vitest";
import { functionData, RequestFailure, restData } from "./request-failure.ts";

const refused = (message: string, status: number, details = "") =>
  restData(Promise.resolve({ data: null, error: { message, details }, status }));
const answered = (status: number, body: unknown) =>
  functionData(Promise.resolve(Response.json(body, { status })));

describe("a REST call", () => {
  test("gives its data", async () => {
    expect(await restData(Promise.resolve({ data: [1], error: null, status: 200 }))).toEqual([1]);
  });

  test("refused by our SQL fails with its code, its status and its issues", async () => {
    const issues = [{ path: "date", message: "Invalid input" }];
    await expect(refused("TASK_NOT_FOUND", 400)).rejects.toMatchObject({
      code: "TASK_NOT_FOUND",
      status: 404,
      issues: [],
    });
    await expect(refused("VALIDATION_FAILED", 422, JSON.stringify(issues))).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      issues,
    });
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
    expect(await answered(201, { task: { id: "t" } })).toEqual({ task: { id: "t" } });
  });

  test("that refuses fails with its code, status and issues", async () => {
    const issues = [{ path: "title", message: "Title is required" }];
    const error = { code: "VALIDATION_FAILED", message: "Invalid", issues };
    await expect(answered(422, { error })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      status: 422,
      issues,
    });
    await expect(answered(502, null)).rejects.toMatchObject({ code: null, status: 502 });
  });

  test("out of reach, or answering something that is no JSON, fails as the network", async () => {
    const unreachable = functionData(Promise.reject(new TypeError("Failed to fetch")));
    await expect(unreachable).rejects.toMatchObject({ code: "NETWORK_ERROR", status: 0 });
    const page = functionData(Promise.resolve(new Response("<html>", { status: 502 })));
    await expect(page).rejects.toMatchObject({ code: "NETWORK_ERROR" });
  });
});

test("only what the same request would meet again is final", () => {
  const finals = [400, 401, 403, 404, 409, 422];
  const passing = [0, 408, 429, 500, 502, 503];
  for (const status of finals) expect(new RequestFailure("", null, status).isFinal).toBe(true);
  for (const status of passing) expect(new RequestFailure("", null, status).isFinal).toBe(false);
});

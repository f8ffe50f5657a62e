import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readEnvironment } from "../../supabase/functions/_shared/environment.ts";
import { signMailLink, verifyMailLink } from "../../supabase/functions/_shared/mail-links.ts";
import { createTaskHandler } from "../../supabase/functions/create-task/handler.ts";
import { deleteTaskHandler } from "../../supabase/functions/delete-task/handler.ts";
import { mailLinkHandler } from "../../supabase/functions/mail-link/handler.ts";
import { sendMailsHandler } from "../../supabase/functions/send-mails/handler.ts";
import { updateTaskHandler } from "../../supabase/functions/update-task/handler.ts";
import { type Call, environmentWith as environmentOf } from "../support/handler-environment.ts";

/** Only the handlers, with an API that answers as each test wants. */

const id = randomUUID();
const input = { id, category: "Home", title: "Dishes", startDate: "2026-01-01" };

let calls: Call[];
beforeEach(() => {
  calls = [];
});

const environmentWith = (answer: () => Response | Promise<Response>, origins?: string) =>
  environmentOf(answer, calls, { ALLOWED_ORIGINS: origins });
const succeeding = () => environmentWith(() => Response.json({ id }));

function requestOf(body: unknown, headers: Record<string, string> = {}, method = "POST"): Request {
  return new Request("https://project.example/functions/v1/create-task", {
    method,
    headers: { Authorization: "Bearer a.b.c", ...headers },
    ...(method === "POST" && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; issues?: unknown } };
  return { status: response.status, code: error.code, issues: error.issues };
};

describe("one call of the database does the work, as the caller", () => {
  test("create-task", async () => {
    const response = await createTaskHandler(succeeding())(requestOf(input));
    expect([response.status, await response.json()]).toEqual([201, { task: { id } }]);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      url: "https://project.example/rest/v1/rpc/create_task",
      body: { id, fields: { title: "Dishes", startDate: "2026-01-01", repeatValue: "daily" } },
    });
    expect(calls[0]?.headers.get("authorization")).toBe("Bearer a.b.c");
    expect(calls[0]?.headers.get("apikey")).toBe("sb_publishable_x");
  });

  test("update-task, where absent means unchanged", async () => {
    const response = await updateTaskHandler(succeeding())(requestOf({ id, subtitle: null }));
    expect(response.status).toBe(200);
    expect(calls[0]?.body).toEqual({
      task_id: id,
      fields: { subtitle: null },
      share_with: null,
    });
  });

  test("delete-task", async () => {
    const environment = environmentWith(() => new Response(null, { status: 204 }));
    const response = await deleteTaskHandler(environment)(requestOf({ id }));
    expect([response.status, await response.json()]).toEqual([200, { id }]);
  });
});

describe("a request is refused before the database hears of it", () => {
  const handle = (request: Request, origins?: string) =>
    createTaskHandler(environmentWith(() => Response.json({ id }), origins))(request);
  afterEach(() => expect(calls).toEqual([]));

  test.each(["GET", "PUT", "PATCH", "DELETE", "HEAD"])("by %s", async (method) => {
    const response = await handle(requestOf(undefined, {}, method));
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
  });

  test.each(["", "Bearer", "Bearer ", "Basic abc", "Bearer sb_publishable_x", "Bearer a b"])(
    "with the authorization %j",
    async (authorization) => {
      const response = await handle(requestOf(input, { Authorization: authorization }));
      expect(await errorOf(response)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    },
  );

  test.each(["", "{", "undefined", '{"id": 1,}', "\u0000"])("with the body %j", async (body) => {
    expect(await errorOf(await handle(requestOf(body)))).toMatchObject({
      status: 422,
      code: "VALIDATION_FAILED",
      issues: [{ path: "", message: "The body must be JSON" }],
    });
  });

  test("with a body that is no UTF-8", async () => {
    const request = new Request("https://x.example", {
      method: "POST",
      headers: { Authorization: "Bearer a.b.c" },
      body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
    });
    expect(await errorOf(await handle(request))).toMatchObject({ code: "VALIDATION_FAILED" });
  });

  test.each([null, 1, "text", [], [[[[]]]]])("with %j for an input", async (body) => {
    expect(await errorOf(await handle(requestOf(body)))).toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });

  test("with a body that is too long, of which no more is read", async () => {
    let pulled = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const request = new Request("https://x.example", {
      method: "POST",
      headers: { Authorization: "Bearer a.b.c" },
      body: endless,
      duplex: "half",
    } as RequestInit);
    expect(await errorOf(await handle(request))).toMatchObject({
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
    });
    expect(pulled).toBeLessThan(10);
  });

  test("from a page of another site", async () => {
    const from = (origin: string) => requestOf(input, { Origin: origin });
    for (const origin of ["https://evil.example", "null", "http://localhost.evil.example"]) {
      const response = await handle(from(origin));
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      expect(await errorOf(response)).toMatchObject({ status: 403, code: "ORIGIN_NOT_ALLOWED" });
    }
    const local = await handle(from("http://localhost:5173"), "https://rota.example");
    expect(await errorOf(local)).toMatchObject({ code: "ORIGIN_NOT_ALLOWED" });
  });
});

describe("a browser's page", () => {
  test.each([
    ["http://127.0.0.1:5173", undefined],
    ["http://localhost:4173", undefined],
    ["https://rota.example", "https://other.example, https://rota.example"],
  ])("of %s may ask and call", async (origin, origins) => {
    const environment = environmentWith(() => Response.json({ id }), origins);
    const handle = createTaskHandler(environment);
    const asked = await handle(requestOf(undefined, { Origin: origin }, "OPTIONS"));
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-headers")).toContain("authorization");
    for (const response of [
      asked,
      await handle(requestOf(input, { Origin: origin })),
      await handle(requestOf("{", { Origin: origin })),
    ]) {
      expect(response.headers.get("access-control-allow-origin")).toBe(origin);
      expect(response.headers.get("vary")).toBe("Origin");
    }
  });
});

describe("what the database refuses is told by its code", () => {
  const refuse = async (status: number, error: Record<string, unknown>) => {
    const environment = environmentWith(() => Response.json(error, { status }));
    return errorOf(await createTaskHandler(environment)(requestOf(input)));
  };

  test.each([
    [409, { code: "PT409", message: "DUPLICATE_TASK" }, 409, "DUPLICATE_TASK"],
    [404, { code: "PT404", message: "TASK_NOT_FOUND" }, 404, "TASK_NOT_FOUND"],
    [403, { code: "PT403", message: "NOT_ALLOWED" }, 403, "NOT_ALLOWED"],
    [401, { code: "PGRST301", message: "JWT expired" }, 401, "UNAUTHENTICATED"],
    [403, { code: "42501", message: "permission denied" }, 403, "NOT_ALLOWED"],
    [400, { code: "22P02", message: "invalid input syntax" }, 422, "VALIDATION_FAILED"],
    [422, { code: "PT422", message: "VALIDATION_FAILED" }, 422, "VALIDATION_FAILED"],
  ])("%i %j", async (status, error, expectedStatus, code) => {
    expect(await refuse(status, { details: "", ...error })).toMatchObject({
      status: expectedStatus,
      code,
    });
  });

  test("with the limit that was reached", async () => {
    const details = JSON.stringify([{ path: "", code: "TOO_MANY_TASKS" }]);
    const error = { code: "PT422", message: "LIMIT_REACHED", details };
    const issues = [{ path: "", message: expect.stringMatching(/^You can have at most 1,000 /) }];
    expect(await refuse(422, error)).toMatchObject({ status: 422, code: "LIMIT_REACHED", issues });
  });

  test("with every issue that it found", async () => {
    const details = JSON.stringify([{ path: "shareWith", code: "OWN_ADDRESS" }]);
    const error = { code: "PT422", message: "VALIDATION_FAILED", details };
    const issues = [{ path: "shareWith", message: "You cannot share a task with yourself" }];
    expect(await refuse(422, error)).toMatchObject({ code: "VALIDATION_FAILED", issues });
  });

  test.each<[string, () => Response | Promise<Response>]>([
    ["an error of its own", () => Response.json({ code: "XX000" }, { status: 500 })],
    ["an answer that is no JSON", () => new Response("<html>", { status: 502 })],
    ["no answer", () => Promise.reject(new TypeError("fetch failed"))],
  ])("and %s as INTERNAL, which is logged and tells no more", async (_, answer) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const response = await createTaskHandler(environmentWith(answer))(requestOf(input));
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: { code: "INTERNAL", message: "Something went wrong." },
    });
    expect(log).toHaveBeenCalled();
    log.mockRestore();
  });
});

test("the scheduler may call with any of the project's secret keys, and with nothing else", async () => {
  const variables: Record<string, string> = {
    SUPABASE_URL: "http://x",
    SUPABASE_ANON_KEY: "anon",
    SUPABASE_SECRET_KEYS: '{"old": "sb_secret_old", "default": "sb_secret_new"}',
  };
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const handler = sendMailsHandler(readEnvironment((name) => variables[name]));
  log.mockRestore();
  const statusWith = async (apikey: string) =>
    (await handler(new Request("http://x", { method: "POST", headers: { apikey } }))).status;
  expect(await statusWith("sb_secret_old")).toBe(200);
  expect(await statusWith("sb_secret_new")).toBe(200);
  for (const key of ["", "anon", "sb_secret_ol", "sb_secret_older", "undefined"]) {
    expect(await statusWith(key)).toBe(401);
  }
});

test("what fails keeps nothing else from being sent, and is named", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const from = { name: "Rota", address: "rota@example.com" };
  const handler = sendMailsHandler({
    ...environmentWith(() => Response.json({ code: "XX000" }, { status: 500 })),
    appUrl: "https://rota.example",
    mailServer: { host: "mail.example", port: 465, secure: true, login: null, from },
  });
  const headers = { apikey: "sb_secret_x" };
  const response = await handler(new Request("http://x", { method: "POST", headers }));
  log.mockRestore();
  const failed = ["what is old", "closed accounts", "invitations", "morning mails"];
  expect(await response.json()).toMatchObject({ failed, sent: 0 });
  const asked = calls.map(({ url }) => url.split("/").at(-1));
  expect(asked).toEqual([
    ...["forget_old", "go_on_closing"],
    ...["next_invitation", "claim_morning_mails"],
  ]);
});

test("a mailed link outlives a replaced secret key", async () => {
  const read = (variables: Record<string, string>) =>
    readEnvironment(
      (name) => ({ SUPABASE_URL: "http://x", SUPABASE_ANON_KEY: "anon", ...variables })[name],
    );
  const claims = { purpose: "unsubscribe", address: "a@b.example", kind: "morning" } as const;
  const says = async (signed: Record<string, string>, known: Record<string, string>) => {
    const token = await signMailLink(read(signed), claims, "1 day");
    const link = await verifyMailLink(read(known), token, "unsubscribe");
    return link?.purpose === "unsubscribe" ? link.address : undefined;
  };
  const old = { SUPABASE_SERVICE_ROLE_KEY: "old" };
  const replaced = { SUPABASE_SERVICE_ROLE_KEY: "new" };
  const MAIL_LINK_SECRET = "kept";
  const both = { SUPABASE_SECRET_KEYS: '{"default": "new", "first": "old"}' };
  expect(await says({ ...old, MAIL_LINK_SECRET }, { ...replaced, MAIL_LINK_SECRET })).toBe(
    "a@b.example",
  );
  // A link from before that secret existed works as long as its key does.
  expect(await says(old, { ...old, MAIL_LINK_SECRET })).toBe("a@b.example");
  expect(await says(old, { ...both, MAIL_LINK_SECRET })).toBe("a@b.example");
  expect(await says(old, { ...replaced, MAIL_LINK_SECRET })).toBeUndefined();
  expect(
    await says({ ...old, MAIL_LINK_SECRET: "another" }, { ...old, MAIL_LINK_SECRET }),
  ).toBeUndefined();
});

test("a link that is no good asks the database nothing: its answer takes as long whatever it is about", async () => {
  const claims = { purpose: "done", person: id, task: id, day: "2026-01-01" } as const;
  const environment = succeeding();
  const expired = await signMailLink(environment, claims, "-1 second");
  const good = await signMailLink(environment, claims, "1 day");
  const other = { ...claims, purpose: "put-off", newDay: "2026-01-02" } as const;
  for (const [token, asked] of [
    ["x", 0],
    ["a".repeat(50_000), 0],
    [expired, 0],
    // Complete, but for another purpose.
    [await signMailLink(environment, other, "1 day"), 0],
    [good, 1],
  ] as const) {
    await mailLinkHandler(environment)(requestOf({ token, purpose: "done", action: "look" }));
    expect(calls).toHaveLength(asked);
  }
});

test("what an invitation's mail proves makes no account while the server takes no sign-ups", async () => {
  const environment = environmentWith(() => Response.json({ disable_signup: true }));
  const proof = { purpose: "sign-up", address: "eve@a.example" } as const;
  const token = await signMailLink(environment, proof, "1 day");
  const who = { password: "a long one, and 1 more", fullName: "Eve", timeZone: "UTC" };
  const response = await mailLinkHandler(environment)(
    requestOf({ ...who, token, purpose: "sign-up" }),
  );
  expect((await errorOf(response)).code).toBe("LINK_NOT_VALID");
  expect(calls.map(({ url }) => url)).toEqual(["https://project.example/auth/v1/settings"]);
});

describe("the environment", () => {
  const read = (variables: Record<string, string>) => readEnvironment((name) => variables[name]);

  test("may have the legacy key, or named keys without a default", () => {
    const SUPABASE_URL = "http://127.0.0.1:54321";
    const legacy = { SUPABASE_ANON_KEY: "anon", SUPABASE_SERVICE_ROLE_KEY: "service" };
    expect(read({ SUPABASE_URL, ...legacy })).toMatchObject({
      apiKey: "anon",
      secretKey: "service",
    });
    const named = {
      SUPABASE_PUBLISHABLE_KEYS: '{"web": "sb_publishable_web"}',
      SUPABASE_SECRET_KEYS: '{"web": "sb_secret_web"}',
    };
    expect(read({ SUPABASE_URL, ...named })).toMatchObject({
      apiKey: "sb_publishable_web",
      secretKey: "sb_secret_web",
    });
  });

  test("names each secret key, the one to use first", () => {
    const others = { SUPABASE_URL: "http://x", SUPABASE_ANON_KEY: "anon" };
    const keys = '{"old": "sb_secret_old", "default": "sb_secret_new"}';
    expect(read({ ...others, SUPABASE_SECRET_KEYS: keys })).toMatchObject({
      secretKey: "sb_secret_new",
      secretKeys: ["sb_secret_new", "sb_secret_old"],
    });
    expect(read({ ...others, SUPABASE_SERVICE_ROLE_KEY: "service" }).secretKeys).toEqual([
      "service",
    ]);
  });

  test("must have an address and a key", () => {
    expect(() => read({})).toThrow("SUPABASE_URL");
    const SUPABASE_URL = "http://x";
    expect(() => read({ SUPABASE_URL })).toThrow("SUPABASE_PUBLISHABLE_KEYS");
    expect(() => read({ SUPABASE_URL, SUPABASE_ANON_KEY: "anon" })).toThrow("SUPABASE_SECRET_KEYS");
  });
});

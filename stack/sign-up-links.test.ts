import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSignUpLink, signUpByLink } from "./sign-up-links.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sign-up-links-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Signs up with a link, at an Auth that accepts everybody. */
async function signUp(token: string, email: string) {
  const app = new Hono().post(
    "/auth/v1/signup",
    signUpByLink(folder, (context) => context.json({})),
  );
  const body = JSON.stringify({ email, data: { sign_up_link: token } });
  const answer = await app.request("/auth/v1/signup", { method: "POST", body });
  return { status: answer.status, text: await answer.text() };
}

test("a link for one address is good for it alone, once, and tells nobody which it is", async () => {
  const token = makeSignUpLink(folder, "bob@example.com");
  const { status, text } = await signUp(token, "mallory@example.com");
  expect(status).toBe(403);
  expect(text).not.toContain("bob");
  expect(await signUp(token, " Bob@example.com")).toMatchObject({ status: 200 });
  expect(await signUp(token, "bob@example.com")).toMatchObject({ status: 403 });
});

test.each([["without a link"], ["with one"]])("nobody is let in by saying so, %s", async (how) => {
  const said = (context: Context) => context.req.json().then((body) => context.json(body.data));
  const app = new Hono().post("/auth/v1/signup", signUpByLink(folder, said), said);
  const link = how === "with one" && { sign_up_link: makeSignUpLink(folder, "") };
  const data = { full_name: "Mallory", let_in: true, ...link };
  const body = JSON.stringify({ email: "bob@example.com", data });
  const answer = await app.request("/auth/v1/signup", { method: "POST", body });
  expect(await answer.json()).toEqual({ full_name: "Mallory" });
});

import { Hono } from "hono";
import { expect, test } from "vitest";
import { noPatterns } from "./no-patterns.ts";

const app = new Hono().use(noPatterns).all("*", (context) => context.text("passed on"));
const ask = (query: string) => app.request(`http://localhost/rest/v1/tasks?${query}`);

test.each([
  "title=match.(a)%5C1",
  "title=imatch.x",
  "title=not.match.x",
  "title=match(any).{a,b}",
  "id=eq.1&title=imatch(all).{a}",
  "or=(id.eq.1,title.match.x)",
  "and=(id.eq.1,or(title.not.imatch.x,id.eq.2))",
  "not.or=(title.match.x)",
  "task_shares.or=(address.match.x)",
])("no filter by a regular expression: %s", async (query) => {
  const answer = await ask(query);
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: "PGRST100" }]);
});

test.each([
  "title=eq.match.x",
  "title=eq.imatch",
  "title=ilike.*match.*",
  "select=match,imatch",
  "or=(title.eq.match,id.eq.1)",
  "match=eq.1",
])("any other: %s", async (query) => {
  expect(await (await ask(query)).text()).toBe("passed on");
});

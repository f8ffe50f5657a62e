import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { routes } from "../../supabase/functions/api/routes.ts";
import { type answers, problem } from "../../supabase/functions/api/schemas.ts";
import { type Person, rpc, succeeded } from "./actors.ts";
import { stackUnderTest } from "./environment.ts";
import { setUses } from "./uses.ts";

/** For tests only: other programs at the API of the stack under test. */

export interface ApiAnswer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Makes a token, of a household or the person's own. */
export async function newToken(
  person: Person,
  scope: "read" | "tick" | "write",
  household: string | null = null,
  { name = "Kitchen panel", id = randomUUID() } = {},
): Promise<string> {
  const parameters = { id, name, scope, household_id: household };
  return succeeded<string>(await rpc(person, "create_token", parameters));
}

/** A token that no limit stops, for a test with more requests than any program has. */
export async function tirelessToken(
  person: Person,
  scope: "read" | "tick" | "write",
  household: string | null = null,
): Promise<string> {
  const id = randomUUID();
  const token = await newToken(person, scope, household, { id });
  for (const limit of ["token_uses_per_minute", "token_changes_per_day"])
    await setUses(limit, id, -1_000_000, -10_000);
  return token;
}

/**
 * A program's request, such as `GET today` or `POST tasks`. Every answer is one that the description knows.
 * @throws Error if it isn't
 */
export async function askApi<Body = Record<string, unknown>>(
  token: string | null,
  request: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiAnswer<Body>> {
  const [method = "", path = ""] = request.split(" ");
  const response = await fetch(`${stackUnderTest().functionsUrl}/api/v1/${path}`, {
    method,
    headers: { ...(token !== null && { Authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = text === "" ? null : JSON.parse(text);
  const { status } = response;
  const known = path.split("?")[0]?.replace(/^tasks\/[^/]+/, "tasks/:task");
  const route = routes.find((one) => one.method === method && one.path === known);
  // A stack at home refuses too many calls at once by itself.
  const isOurs = response.headers.get("content-type")?.startsWith("application/problem");
  if (status >= 400 && (isOurs || status !== 429)) v.parse(problem, answer);
  else if (status < 300 && route) v.parse(route.answer, answer);
  return { status, headers: response.headers, body: answer as Body };
}

type Changes = v.InferOutput<typeof answers.changes>;

/** A program's copy of the tasks and the news of their days, kept by `changes`. */
export class Copy {
  readonly tasks = new Map<string, Changes["tasks"][number]>();
  readonly news = new Map<string, Changes["deeds"][number]>();
  next = "";
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  /** Brings the copy up to date; resolves to the ids that were told. */
  async follow(): Promise<{ readonly tasks: string[]; readonly deleted: string[] }> {
    const { status, body } = await askApi<Changes>(
      this.#token,
      `GET changes${this.next && `?since=${this.next}`}`,
    );
    if (status !== 200) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
    if (body.isWhole) this.tasks.clear();
    for (const task of body.tasks) this.tasks.set(task.id, task);
    for (const id of body.deleted) this.tasks.delete(id);
    for (const deed of body.deeds) this.news.set(deed.id, deed);
    this.next = body.next;
    return { tasks: body.tasks.map(({ id }) => id), deleted: body.deleted };
  }

  /** What there is, by its ids, in the copy and in the list. */
  async both() {
    const { body } = await askApi<v.InferOutput<typeof answers.tasks>>(this.#token, "GET tasks");
    return {
      copy: Object.fromEntries(this.tasks),
      list: Object.fromEntries(body.tasks.map((task) => [task.id, task])),
    };
  }
}

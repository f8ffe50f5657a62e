import { calendarFile } from "../../../src/calendar/calendar-file.ts";
import { isDaily } from "../../../src/calendar/many-entries.ts";
import { dayInZone } from "../../../src/domain/dates/time-zone.ts";
import { US_ENGLISH } from "../../../src/domain/language/locale.ts";
import type { TaskJson } from "../../../src/domain/tasks/task-json.ts";
import { databaseForService } from "../_shared/database.ts";
import type { Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";
import { Failure } from "../_shared/failure.ts";
import { type ListFor, listedTasks } from "../_shared/listed-tasks.ts";

/** The answer of `count_calendar_read` for an address in use. */
interface Choice {
  readonly personId: string;
  readonly onlyMine: boolean;
  /** null for all */
  readonly categories: readonly string[] | null;
  /** null for all, or with `onlyMine` for none */
  readonly householdIds: readonly string[] | null;
  readonly onlyMyTurns: boolean;
  readonly withoutDaily: boolean;
}

interface Feed extends Choice, ListFor {
  readonly profile: ListFor["profile"] & { readonly timeZone: string };
}

type Refusal = { readonly retryAfter: number } | null;

/**
 * A person's tasks as an iCalendar file, for the token in the address (`?token=…`), by GET and HEAD. Invalid
 * tokens are all hashed, looked up, and answered with the same 404. `now` is in milliseconds since the epoch.
 */
export function calendarHandler(environment: Environment, now: () => number = Date.now): Handler {
  const appUrl = environment.appUrl ?? environment.allowedOrigins?.[0] ?? environment.apiUrl;
  const call = databaseForService(environment);

  async function read(token: string): Promise<Feed | Refusal> {
    try {
      const token_hash = hex(await sha256(bytesOf(token)));
      const choice = (await call("count_calendar_read", { token_hash })) as Choice | Refusal;
      if (choice === null || "retryAfter" in choice) return choice;
      const list = await call("list_tasks_for", { person: choice.personId });
      return { ...choice, ...(list as Pick<Feed, keyof ListFor>) };
    } catch (error) {
      // The account was closed in the meantime.
      if (error instanceof Failure && error.code === "UNAUTHENTICATED") return null;
      throw error;
    }
  }

  async function answer(request: Request): Promise<Response> {
    const feed = await read(new URL(request.url).searchParams.get("token") ?? "");
    if (feed === null) return plain(404, "There is no such calendar.");
    if ("retryAfter" in feed) {
      return plain(429, "Read too often.", { "Retry-After": String(feed.retryAfter) });
    }
    const chosen = feed.tasks
      .filter((task) => isChosen(task, feed))
      .filter(({ category }) => feed.categories?.includes(category) ?? true);
    const tasks = listedTasks({ ...feed, tasks: chosen }).filter(
      (task) => !feed.withoutDaily || !isDaily(task),
    );
    const today = dayInZone(now(), feed.profile.timeZone);
    const file = bytesOf(
      calendarFile(tasks, { today, appUrl, locale: US_ENGLISH, onlyMyTurns: feed.onlyMyTurns }),
    );
    const tag = `"${hex(await sha256(file))}"`;
    const headers = { ETag: tag, "Cache-Control": "private, no-cache" };
    if (isKnown(tag, request.headers.get("if-none-match"))) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(request.method === "HEAD" ? null : file, {
      headers: {
        ...headers,
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'inline; filename="rota.ics"',
        "X-Content-Type-Options": "nosniff",
      },
    });
  }

  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return plain(405, "Use GET.", { Allow: "GET, HEAD" });
    }
    try {
      return await answer(request);
    } catch (error) {
      // The error may contain the address, which is secret.
      console.error("A calendar could not be read:", error instanceof Failure ? error.code : "");
      return plain(503, "Try again later.", { "Retry-After": "60" });
    }
  };
}

function isChosen(
  { ownerId, householdId }: TaskJson,
  { personId, onlyMine, householdIds }: Choice,
): boolean {
  if (householdId === null) return !onlyMine || ownerId === personId;
  return householdIds?.includes(householdId) ?? !onlyMine;
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      ...headers,
    },
  });
}

/** Whether one of the entity tags of an If-None-Match header is this one; a gateway may weaken them. */
function isKnown(tag: string, header: string | null): boolean {
  const tags = (header ?? "").split(",").map((entry) => entry.trim().replace(/^W\//, ""));
  return tags.includes(tag) || tags.includes("*");
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

const hex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

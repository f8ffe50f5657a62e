import * as v from "valibot";
import { newPasswordProblem } from "../../../src/auth/new-password.ts";
import { createAccount, deleteAccount, isClosed } from "../_shared/auth.ts";
import { readBytes } from "../_shared/body.ts";
import { databaseForService } from "../_shared/database.ts";
import { type Handler, publicEndpoint, readInput } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";
import { Failure, failure } from "../_shared/failure.ts";
import { type MailLinkPurpose, verifyMailLink } from "../_shared/mail-links.ts";
import { type Followed, linkedDay } from "./linked-day.ts";

/** `look` changes nothing. */
const linkSchema = v.object({
  token: v.string(),
  purpose: v.picklist(["done", "put-off", "unsubscribe"]),
  action: v.picklist(["look", "do", "undo"]),
  /** the people of the household who did it; by default the link's person */
  people: v.optional(v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(50))),
});

const signUpSchema = v.object({
  token: v.string(),
  purpose: v.literal("sign-up"),
  password: v.pipe(v.string(), v.minLength(1)),
  fullName: v.string(),
  timeZone: v.string(),
  language: v.optional(v.string()),
});

const inputSchema = v.variant("purpose", [linkSchema, signUpSchema]);

type Asked = Pick<v.InferOutput<typeof linkSchema>, "action" | "people">;
type SignUp = v.InferOutput<typeof signUpSchema>;

/**
 * Serves the links in mails and pushes, for anyone who holds one. Takes `{token, purpose, action, people?}`
 * by POST and answers the state after it; if that asks for people, `do` without people changes nothing.
 * `{token, purpose: "sign-up", password, fullName, timeZone, language?}` makes the account of the address that an
 * invitation was mailed to, and answers `{}`; errors: ACCOUNT_EXISTS, WEAK_PASSWORD and, for the sixth in 15
 * minutes, TOO_MANY_ATTEMPTS. With `?unsubscribe=<token>` it takes a mail program's own "Unsubscribe" (RFC
 * 8058), and leads a browser that opens the same address to the page. Every invalid token is answered
 * LINK_NOT_VALID.
 */
export function mailLinkHandler(environment: Environment): Handler {
  const call = databaseForService(environment);

  async function follow(
    token: string,
    purpose: MailLinkPurpose,
    { action, people }: Asked,
  ): Promise<unknown> {
    const link = await verifyMailLink(environment, token, purpose);
    if (link === null || link.purpose === "sign-up") throw failure("LINK_NOT_VALID");
    // The app undoes put-offs itself.
    if (link.purpose === "put-off" && action === "undo") throw failure("LINK_NOT_VALID");
    if (link.purpose === "unsubscribe") {
      const { address, kind } = link;
      return await call("follow_unsubscribe_link", { address, kind, action });
    }
    const { person, task, day } = link;
    const occurrence = { person, task_id: task, day };
    if (link.purpose === "put-off") {
      const { newDay: new_date } = link;
      return stateOf(await call("follow_put_off_link", { ...occurrence, new_date, action }));
    }
    const act = async (what: Asked) =>
      stateOf(await call("follow_done_link", { ...occurrence, ...what, via: link.via ?? "mail" }));
    if (action !== "do" || people) return await act({ action, people });
    const before = await act({ action: "look" });
    return before.asks === null && before.done === null ? await act({ action }) : before;
  }

  async function signUp({ token, ...account }: SignUp): Promise<unknown> {
    const link = await verifyMailLink(environment, token, "sign-up");
    if (link?.purpose !== "sign-up") throw failure("LINK_NOT_VALID");
    if (await isClosed(environment)) throw failure("LINK_NOT_VALID");
    const { address } = link;
    if (newPasswordProblem(account.password) !== "") throw failure("WEAK_PASSWORD");
    const begun = await call("begin_invited_account", { address });
    if (begun !== null) await deleteAccount(environment, String(begun));
    await createAccount(environment, { ...account, email: address });
    return {};
  }

  async function answer(request: Request): Promise<unknown> {
    const token = new URL(request.url).searchParams.get("unsubscribe");
    if (token !== null) {
      await requireOneClick(request);
      return await follow(token, "unsubscribe", { action: "do" });
    }
    const input = await readInput(request, inputSchema);
    if (input.purpose === "sign-up") return await signUp(input);
    return await follow(input.token, input.purpose, input);
  }

  const handle = publicEndpoint(environment, (request) => answer(request).catch(refuse));
  return async (request) => toPage(environment, request) ?? (await handle(request));
}

/** A mail program without one-click opens its own "Unsubscribe" in a browser: the page asks there. */
function toPage({ appUrl }: Environment, { method, url }: Request): Response | null {
  const token = new URL(url).searchParams.get("unsubscribe");
  if (method !== "GET" || token === null || appUrl === null) return null;
  const location = `${appUrl}/mail/unsubscribe?token=${encodeURIComponent(token)}`;
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

const stateOf = (followed: unknown) => linkedDay(followed as Followed, new Date());

/** All errors of a link get one answer: expired, a deleted task, or no link at all. */
function refuse(error: unknown): never {
  if (error instanceof Failure && SAME_ANSWER.has(error.code)) throw failure("LINK_NOT_VALID");
  throw error;
}

const SAME_ANSWER: ReadonlySet<string> = new Set([
  "TASK_NOT_FOUND",
  "UNAUTHENTICATED",
  "NOT_ALLOWED",
  "PAYLOAD_TOO_LARGE",
  "VALIDATION_FAILED",
]);

/** Only a mail program's body has this field; a form, or a link that was merely opened, hasn't. */
async function requireOneClick(request: Request): Promise<void> {
  const body = new Response((await readBytes(request)) as BodyInit, {
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  });
  const form = await body.formData().catch(() => new FormData());
  if (form.get("List-Unsubscribe") !== "One-Click") throw failure("LINK_NOT_VALID");
}

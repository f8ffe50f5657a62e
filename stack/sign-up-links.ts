import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Context, MiddlewareHandler } from "hono";
import type { LetIn } from "./api/let-in.ts";
import { OF_ANOTHER, USED_UP } from "./api/sign-up.ts";

/** Milliseconds for which a link may be used. */
const LIFE_MS = 7 * 86_400_000;

/** Instead of an address: works for any, and makes its account an operator of the site. */
export const OPERATOR = "operator";

/** The file of a link's token: a hash, so that reading the folder isn't enough to make a link. */
const fileOf = (folder: string, token: string): string =>
  join(folder, createHash("sha256").update(token).digest("hex"));

/**
 * Makes a link that lets one person make an account within seven days, and returns its token.
 * @param address the only one it works for, in small letters; "" for any, or {@link OPERATOR}
 */
export function makeSignUpLink(folder: string, address: string): string {
  const token = randomBytes(24).toString("base64url");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(fileOf(folder, token), address, { mode: 0o600 });
  return token;
}

/** Invalidates a link and returns its address; undefined if there is none, or it is too old. */
function take(file: string): string | undefined {
  try {
    renameSync(file, `${file}.taken`);
    const isLate = Date.now() - statSync(`${file}.taken`).mtimeMs > LIFE_MS;
    return isLate ? undefined : readFileSync(`${file}.taken`, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Lets the holder of a link make one account, whoever else may. Its token comes as `sign_up_link` in the
 * account's data. A failed sign-up, such as with too short a password, doesn't use the link up.
 * @param folder of {@link makeSignUpLink}
 * @param onOperator receives the id of an account made with an operator's link
 * @param byInvitation also lets the holder of an invitation's token make one
 */
export function signUpByLink(
  folder: string,
  signUp: (context: Context) => Response | Promise<Response>,
  onOperator?: (id: string) => void,
  byInvitation?: LetIn,
): MiddlewareHandler {
  return async (context, next) => {
    const body = await context.req.raw
      .clone()
      .json()
      .catch(() => null);
    const token: unknown = body?.data?.sign_up_link;
    if (typeof token !== "string") {
      // Nobody is let in by saying so.
      if (body?.data?.let_in !== undefined) sendAsked(context, withoutLink(body));
      return next();
    }
    const file = fileOf(folder, token);
    const address = take(file);
    const refuse = (msg: string) =>
      context.json({ code: 403, error_code: "otp_expired", msg }, 403);
    if (address === undefined) {
      if (!byInvitation) return refuse(USED_UP);
      const asked = withoutLink(body, { let_in: true });
      return (await byInvitation(sendAsked(context, asked), token, asked)) ?? next();
    }
    let isUsed = false;
    try {
      const isFor =
        ["", OPERATOR].includes(address) || address === String(body.email).trim().toLowerCase();
      if (!isFor) return refuse(OF_ANOTHER);
      const answer = await signUp(sendAsked(context, withoutLink(body)));
      isUsed = answer.ok;
      if (isUsed && address === OPERATOR) onOperator?.(await accountIn(answer));
      return answer;
    } finally {
      if (isUsed) unlinkSync(`${file}.taken`);
      else renameSync(`${file}.taken`, file);
    }
  };
}

/** The id in the answer to a sign-up, which has a session if no mail is to confirm it. */
async function accountIn(answer: Response): Promise<string> {
  const { id, user } = await answer.clone().json();
  return user?.id ?? id;
}

interface SignUpBody {
  readonly data: Readonly<Record<string, unknown>>;
}

/** Keeps the link, and what only a link may say, out of the account's data. */
function withoutLink<T extends SignUpBody>(body: T, more: object = {}): T {
  const { sign_up_link: _link, let_in: _said, ...data } = body.data;
  return { ...body, data: { ...data, ...more } };
}

/** Replaces the body of the request. */
function sendAsked(context: Context, body: SignUpBody): Context {
  const headers = new Headers(context.req.raw.headers);
  headers.delete("content-length");
  const sent = { method: "POST", headers, body: JSON.stringify(body) };
  context.req.raw = new Request(context.req.raw.url, sent);
  return context;
}

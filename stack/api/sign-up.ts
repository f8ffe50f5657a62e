import type { Site } from "../site.ts";
import type { Gateway } from "./front.ts";

/** What a site's database decides of who signs up and in. */
export interface SignUps {
  /** Whether an address may make an account where not everybody may; undefined: none may. */
  readonly isInvited: ((address: string) => Promise<boolean>) | undefined;
  /**
   * Lets an account of an address be made by the token of an invitation; resolves to why not, in a sentence, null
   * when it may. Undefined: none may.
   */
  readonly claim: ((token: string, address: string) => Promise<string | null>) | undefined;
  /** Whether an account may sign in though its address isn't confirmed: an invitation let it in. */
  readonly isLetIn: (account: string) => Promise<boolean>;
}

/** Asks the site's functions of the database. */
export function askDatabase(site: Site, rest: Gateway, secretKey: string): SignUps {
  const { invitedCall, claimCall, letInCall } = site;
  const ask = async (call: string, body: object) => {
    const request = new Request(`http://127.0.0.1/rest/v1/rpc/${call}`, {
      method: "POST",
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    return rest(request, { peerAddress: null });
  };
  const isTrue = async (call: string, body: object) => {
    const answer = await ask(call, body);
    return answer.ok && (await answer.json()) === true;
  };
  return {
    isInvited: invitedCall ? (address) => isTrue(invitedCall, { address }) : undefined,
    claim: claimCall
      ? async (token, address) => whyNot(await ask(claimCall, { token, address }))
      : undefined,
    isLetIn: (account) => isTrue(letInCall, { account }),
  };
}

async function whyNot(answer: Response): Promise<string | null> {
  if (answer.ok) return null;
  const { message } = await answer.json().catch(() => ({ message: "" }));
  if (message === "VALIDATION_FAILED") return OF_ANOTHER;
  if (message === "TOO_MANY_ATTEMPTS") return TOO_MANY;
  return USED_UP;
}

export const USED_UP = "This link has been used or has expired. Ask for a new one.";
export const OF_ANOTHER = "This link is for another address.";
const TOO_MANY =
  "Too many accounts were made today by links of the person who invites you. Try again tomorrow.";

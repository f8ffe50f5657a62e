import type { Site } from "../site.ts";
import type { Gateway } from "./front.ts";

/** What a site's database decides about sign-ups and sign-ins. */
export interface SignUps {
  /** Whether an address may make an account when sign-ups are by invitation; undefined: none may. */
  readonly isInvited: ((address: string) => Promise<boolean>) | undefined;
  /**
   * Lets the token of an invitation make an account with an address. Resolves to null, or a sentence that says why it
   * may not. Undefined: no token may.
   */
  readonly claim: ((token: string, address: string) => Promise<string | null>) | undefined;
  /** Whether an account may sign in before its address is confirmed, because an invitation let it in. */
  readonly isLetIn: (account: string) => Promise<boolean>;
}

/** Asks the site's database functions. */
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

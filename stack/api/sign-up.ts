import type { Site } from "../site.ts";
import type { Gateway } from "./front.ts";

/** Whether an address may make an account when sign-ups are by invitation. */
export type IsInvited = (address: string) => Promise<boolean>;

/** Asks the site's database function. */
export function askDatabase(site: Site, rest: Gateway, secretKey: string): IsInvited | undefined {
  const { invitedCall } = site;
  if (!invitedCall) return undefined;
  return async (address) => {
    const request = new Request(`http://127.0.0.1/rest/v1/rpc/${invitedCall}`, {
      method: "POST",
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ address }),
    });
    const answer = await rest(request, { peerAddress: null });
    return answer.ok && (await answer.json()) === true;
  };
}

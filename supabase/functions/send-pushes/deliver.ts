import {
  CHANNEL,
  CHANNEL_PURPOSE,
  type Channel,
  requestOf,
} from "../../../src/domain/channels/channel.ts";
import type { Environment } from "../_shared/environment.ts";
import { type OutgoingResult, type Resolve, sendOut } from "../_shared/outgoing.ts";
import { isPushServer, type PushResult, sendPush } from "../_shared/push.ts";
import { opened } from "../_shared/sealed.ts";
import type { DueDevice } from "./due.ts";
import { type Message, pushOf } from "./message.ts";

type Device = Pick<DueDevice, "endpoint" | "p256dh" | "auth" | "sealed">;

/** Sends a message to a browser, or by a channel. */
export async function deliver(
  environment: Environment,
  appUrl: string,
  { endpoint, p256dh, auth, sealed }: Device,
  message: Message,
): Promise<PushResult> {
  if (sealed !== null) {
    const channel = await opened(environment, CHANNEL_PURPOSE, CHANNEL, sealed);
    if (channel === null) return { failure: "failed", error: "a channel can't be opened" };
    return resultOf(await sendByChannel(environment, appUrl, channel, message));
  }
  if (endpoint === null || p256dh === null || auth === null) return { failure: "gone" };
  if (!isPushServer(environment, endpoint)) {
    return { failure: "failed", error: "its push server isn't known" };
  }
  return await sendPush(environment, { endpoint, p256dh, auth }, await pushOf(appUrl, message));
}

export const sendByChannel = (
  environment: Environment,
  appUrl: string,
  channel: Channel,
  { title, body, path }: Pick<Message, "title" | "body" | "path">,
  resolve?: Resolve,
): Promise<OutgoingResult> =>
  sendOut(
    environment,
    channel.address,
    requestOf(channel, { title, body, url: `${appUrl}${path}` }),
    resolve,
  );

/** Like a push server's answers: what may have been taken isn't sent again. */
function resultOf({ failure, waitSeconds }: OutgoingResult): PushResult {
  if (failure === undefined) return {};
  const isUnsent = failure === "NOT_REACHED" || failure === "429" || Number(failure) >= 500;
  return {
    failure: isUnsent ? "unsent" : "failed",
    error: `a channel answered ${failure}`,
    ...(waitSeconds !== undefined && { waitSeconds }),
  };
}

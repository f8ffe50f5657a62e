import * as v from "valibot";
import { CHANNEL, CHANNEL_PURPOSE } from "../../../src/domain/channels/channel.ts";
import { ISSUE_TEXTS } from "../../../src/domain/tasks/input-texts.ts";
import { endpoint, type Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";
import { validationFailure } from "../_shared/failure.ts";
import { type Resolve, refuseAddress } from "../_shared/outgoing.ts";
import { sealed } from "../_shared/sealed.ts";
import { sendByChannel } from "../send-pushes/deliver.ts";

const schema = v.object(
  {
    id: v.pipe(v.string(ISSUE_TEXTS.INVALID), v.uuid(ISSUE_TEXTS.INVALID)),
    label: v.pipe(v.string(ISSUE_TEXTS.INVALID), v.maxLength(100, ISSUE_TEXTS.NAME_TOO_LONG)),
    channel: CHANNEL,
  },
  ISSUE_TEXTS.INVALID,
);

/**
 * Adds a channel by HTTP to the caller's devices, once it has taken a first message. Takes `{id, label, channel}`; the
 * same id again replaces it. Nothing answers what is in it again.
 */
export function pushChannelHandler(environment: Environment, resolve?: Resolve): Handler {
  return endpoint(environment, schema, async ({ id, label, channel }, call) => {
    await refuseAddress(environment, channel.address, resolve);
    const first = { title: "Rota", body: "✓", path: "/settings/notifications" };
    const appUrl = environment.appUrl ?? "";
    const { failure } = await sendByChannel(environment, appUrl, channel, first, resolve);
    if (failure) {
      throw validationFailure([{ path: "address", message: ISSUE_TEXTS.CHANNEL_NOT_TAKEN }]);
    }
    await call("add_push_channel", {
      id,
      label,
      sealed: await sealed(environment, CHANNEL_PURPOSE, channel),
    });
    return { id };
  });
}

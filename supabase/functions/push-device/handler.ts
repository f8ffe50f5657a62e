import * as v from "valibot";
import { ISSUE_TEXTS } from "../../../src/domain/tasks/input-texts.ts";
import { endpoint, type Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";
import { validationFailure } from "../_shared/failure.ts";
import { isPushServer } from "../_shared/push.ts";

const text = v.string(ISSUE_TEXTS.INVALID);
const subscription = v.object({ endpoint: text, p256dh: text, auth: text, label: text });
const schema = v.object(
  { subscription: v.optional(v.nullable(subscription), null) },
  ISSUE_TEXTS.INVALID,
);

/**
 * Adds the browser with a subscription to the caller's devices. Takes `{subscription: {endpoint, p256dh,
 * auth, label}}`, whose endpoint must be at a known push server. Answers `{key, device}`: the public key with
 * which browsers subscribe, or null if no pushes are sent, and the device's id. Without a subscription, only
 * the key.
 */
export function pushDeviceHandler(environment: Environment): Handler {
  const key = environment.vapidKeys?.publicKey ?? null;
  return endpoint(environment, schema, async ({ subscription }, call) => {
    if (key === null || subscription === null) return { key, device: null };
    if (!isPushServer(environment, subscription.endpoint)) {
      throw validationFailure([{ path: "endpoint", message: ISSUE_TEXTS.UNKNOWN_PUSH_SERVER }]);
    }
    return { key, device: await call("add_push_device", subscription) };
  });
}

/** The options of a `phx_join` payload; missing and malformed ones have their defaults. */
export interface JoinRequest {
  readonly isPrivate: boolean;
  /** Whether client broadcasts are answered. */
  readonly ack: boolean;
  /** Whether a client gets its own broadcasts. */
  readonly self: boolean;
  /** Asks for a `system` message once messages from the database are delivered. */
  readonly replicationReady: boolean;
  readonly presenceEnabled: boolean;
  readonly presenceKey: string | null;
  readonly accessToken: string | null;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const asObject = (value: unknown): JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? (value as JsonObject) : {};

export const asText = (value: unknown): string | null => (typeof value === "string" ? value : null);

const asFlag = (value: unknown): boolean => value === true || value === "true";

/** The token that replaces the socket's; an API key means the socket's own. */
export function tokenOf(payload: JsonObject): string | null {
  const token = asText(payload.access_token) ?? asText(payload.user_token);
  return token === null || token === "" || token.startsWith("sb_") ? null : token;
}

export function parseJoin(payload: unknown): JoinRequest {
  const join = asObject(payload);
  const config = asObject(join.config);
  const broadcast = asObject(config.broadcast);
  const presence = asObject(config.presence);
  return {
    isPrivate: asFlag(config.private),
    ack: asFlag(broadcast.ack),
    self: asFlag(broadcast.self),
    replicationReady: asFlag(broadcast.replication_ready),
    presenceEnabled: asFlag(presence.enabled),
    presenceKey: asText(presence.key) || null,
    accessToken: tokenOf(join),
  };
}

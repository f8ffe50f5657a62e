import type { Channel } from "./channel.ts";

/** What is asked of who uses a known service. */
export interface PresetFields {
  /** its address */
  readonly server: string;
  /** ntfy's */
  readonly topic: string;
  /** Gotify's application token, or an access token of ntfy; may be empty there */
  readonly token: string;
}

const json = (value: unknown) => JSON.stringify(value);
const bearer = (token: string) =>
  token ? [{ name: "Authorization", value: `Bearer ${token}` }] : [];
const within = (server: string, path: string) => `${server.replace(/\/+$/, "")}/${path}`;

/** The requests that known services take (docs.ntfy.sh, gotify.net, discord.com/developers). */
export const PRESETS = {
  ntfy: ({ server, topic, token }: PresetFields): Channel => ({
    method: "POST",
    address: within(server, ""),
    headers: bearer(token),
    body: json({ topic, title: "{title}", message: "{body}", click: "{url}" }),
  }),
  gotify: ({ server, token }: PresetFields): Channel => ({
    method: "POST",
    address: within(server, "message"),
    headers: [{ name: "X-Gotify-Key", value: token }],
    body: json({
      title: "{title}",
      message: "{body}",
      extras: { "client::notification": { click: { url: "{url}" } } },
    }),
  }),
  discord: ({ server }: PresetFields): Channel => ({
    method: "POST",
    address: server,
    headers: [],
    // What tasks are called mentions nobody.
    body: json({ content: "**{title}**\n{body}\n{url}", allowed_mentions: { parse: [] } }),
  }),
} as const;

export type Preset = keyof typeof PRESETS;

import * as v from "valibot";
import { expect, test } from "vitest";
import { CHANNEL, type Channel, requestOf } from "./channel.ts";
import { PRESETS } from "./presets.ts";

const fields = { server: "https://push.example/", topic: "chores", token: "secret" };
const words = { title: 'Bins "out" {body}\n', body: "Due today \\", url: "https://rota.example/" };

test.each(Object.entries(PRESETS))("%s takes what anybody may have named a task", (_, preset) => {
  const channel = v.parse(CHANNEL, preset(fields));
  const { body, headers } = requestOf(channel, words);
  expect(headers).toMatchObject({ "Content-Type": "application/json" });
  const said = JSON.stringify(JSON.parse(body));
  for (const text of Object.values(words))
    expect(said).toContain(JSON.stringify(text).slice(1, -1));
});

test("the presets are what the services document", () => {
  const of = (channel: Channel) => {
    const { body, headers } = requestOf(channel, { title: "T", body: "B", url: "U" });
    return [channel.address, headers, JSON.parse(body)];
  };
  const type = { "Content-Type": "application/json" };
  expect(of(PRESETS.ntfy(fields))).toEqual([
    "https://push.example/",
    { ...type, Authorization: "Bearer secret" },
    { topic: "chores", title: "T", message: "B", click: "U" },
  ]);
  expect(of(PRESETS.gotify(fields))).toEqual([
    "https://push.example/message",
    { ...type, "X-Gotify-Key": "secret" },
    {
      title: "T",
      message: "B",
      extras: { "client::notification": { click: { url: "U" } } },
    },
  ]);
  expect(
    of(PRESETS.discord({ ...fields, server: "https://discord.com/api/webhooks/1/x" })),
  ).toEqual([
    "https://discord.com/api/webhooks/1/x",
    type,
    { content: "**T**\nB\nU", allowed_mentions: { parse: [] } },
  ]);
});

test("a body that isn't JSON is text", () => {
  const channel: Channel = { method: "PUT", address: "", headers: [], body: "{title}: {body}" };
  expect(requestOf(channel, { title: "{url}", body: "b", url: "u" })).toEqual({
    method: "PUT",
    headers: { "Content-Type": "text/plain; charset=utf-8" },
    body: "{url}: b",
  });
});

test.each([
  { headers: [{ name: "Host", value: "other" }] },
  { headers: [{ name: "X", value: "a\r\nHost: other" }] },
  { headers: [{ name: "X: a\r\nY", value: "b" }] },
  { headers: Array.from({ length: 11 }, () => ({ name: "X", value: "a" })) },
  { body: "nothing of it" },
  { body: `{title}${"a".repeat(2_000)}` },
  { method: "GET" },
])("no channel: %j", (part) => {
  const channel = { method: "POST", address: "", headers: [], body: "{title}" };
  expect(v.is(CHANNEL, channel)).toBe(true);
  expect(v.is(CHANNEL, { ...channel, ...part })).toBe(false);
});

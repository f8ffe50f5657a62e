import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keep, requireMailHost, withKept } from "./kept-settings.ts";
import { run } from "./operator-acts.ts";
import { readServeSettings } from "./settings.ts";

const PUBLIC = { PUBLIC_URL: "https://rota.example" };
const SMTP = { SMTP_HOST: "mail.example", SMTP_FROM: "rota@rota.example" };
const OTHER = { SMTP_HOST: "other.example", SMTP_FROM: "other@rota.example" };

const folder = { path: "", remedy: "" };
beforeEach(() => {
  folder.path = mkdtempSync(join(tmpdir(), "kept-settings-"));
});
afterEach(() => rmSync(folder.path, { recursive: true }));

type Variables = Record<string, string>;
const set = (
  kind: "signUp" | "mail",
  values: Variables,
  environment: Variables & { PUBLIC_URL: string } = PUBLIC,
) => keep(folder, kind, values, environment, (all) => readServeSettings(all, "127.0.0.1:8080"));
const read = (environment: Variables = {}) =>
  readServeSettings(withKept(folder, { ...PUBLIC, ...environment }), "127.0.0.1:8080");

test("what is set is kept for its owner alone, one beside the other, and goes when it is emptied", () => {
  set("mail", { ...SMTP, SMTP_USER: "rota", SMTP_PASS: "secret" });
  set("signUp", { SIGN_UP: "open" });
  expect(read()).toMatchObject({
    signUp: "open",
    mailServer: { host: "mail.example", login: { user: "rota", pass: "secret" } },
  });
  expect(statSync(join(folder.path, "settings.json")).mode & 0o777).toBe(0o600);
  set("signUp", { SIGN_UP: "closed" });
  set("mail", {});
  expect(read()).toMatchObject({ signUp: "closed", mailServer: null });
});

test("the environment wins as a whole, empty variables say nothing, and what it says can't be set", () => {
  set("mail", { ...SMTP, SMTP_USER: "rota", SMTP_PASS: "secret" });
  expect(read(OTHER).mailServer).toMatchObject({ host: "other.example", login: null });
  expect(read({ SMTP_HOST: "", SMTP_FROM: "", SIGN_UP: "" }).mailServer?.host).toBe("mail.example");
  expect(() => set("mail", OTHER, { ...PUBLIC, ...SMTP })).toThrow(
    "SMTP_HOST is set where the server is started: change it there.",
  );
  expect(() => set("signUp", { SIGN_UP: "open" }, { ...PUBLIC, SIGN_UP: "closed" })).toThrow(
    "SIGN_UP is set where the server is started",
  );
});

test("a password that is kept is handed to the server and user that it was entered for, and no other", async () => {
  const login = { SMTP_USER: "rota", SMTP_PASS: "secret" };
  set("mail", { ...SMTP, ...login, SMTP_HOST: "127.0.0.1", SMTP_PORT: "465" });
  const running = {
    ...{ folder, environment: PUBLIC, settings: read(), startedAt: "" },
    readSettings: (all: Parameters<typeof readServeSettings>[0]) =>
      readServeSettings(all, "127.0.0.1:8080"),
    log: () => {},
    restart: () => {},
  };
  const kept = { host: "127.0.0.1", port: 465, from: SMTP.SMTP_FROM, user: "rota", pass: null };
  for (const other of [{ host: "127.0.0.2" }, { port: 587 }, { user: "other" }]) {
    expect(await run("set-mail", { ...kept, ...other }, "", running)).toMatchObject({
      json: { error: { message: "Enter the password that belongs to this server and user." } },
    });
  }
  expect(await run("set-mail", { ...kept, from: OTHER.SMTP_FROM }, "", running)).toEqual({
    json: {},
  });
  expect(read().mailServer).toMatchObject({
    from: { address: OTHER.SMTP_FROM },
    login: { user: "rota", pass: "secret" },
  });
});

test.each([
  ["mail", { SMTP_HOST: "mail.example" }, "belong together"],
  ["mail", { ...SMTP, SMTP_HOST: "mail.example --allow-all" }, "takes a host"],
  ["mail", { ...SMTP, SMTP_FROM: "nobody" }, "takes an address"],
  ["mail", { ...SMTP, SMTP_PORT: "99999" }, "must be a port number"],
  ["signUp", { SIGN_UP: "open" }, "needs SMTP_HOST"],
  ["signUp", { SIGN_UP: "everybody" }, 'not "everybody"'],
] as const)("what no server starts with is not kept: %s %j", (kind, values, why) => {
  expect(() => set(kind, values)).toThrow(why);
  expect(read()).toMatchObject({ signUp: "invited", mailServer: null });
});

test("a mail server that is in use for sign-ups by anybody can't be taken away", () => {
  set("mail", SMTP);
  set("signUp", { SIGN_UP: "open" });
  expect(() => set("mail", {})).toThrow("needs SMTP_HOST");
  expect(read().mailServer).not.toBeNull();
});

test("a damaged file is said, and not taken for an empty one", () => {
  writeFileSync(join(folder.path, "settings.json"), '{"SMTP_HOST":');
  expect(() => read()).toThrow(/settings\.json is damaged/);
});

test.each([
  "169.254.169.254",
  "169.254.0.1",
  "2852039166",
  "0xA9FEA9FE",
  "::ffff:169.254.169.254",
  "fe80::1",
  "fd00:ec2::254",
])("no mail server is at %s", async (host) => {
  await expect(requireMailHost(host)).rejects.toThrow(/link-local|not found/);
});

test.each(["127.0.0.1", "192.168.1.5", "10.0.0.2", "fd12::5", "localhost"])(
  "one of the house is fine: %s",
  async (host) => {
    await expect(requireMailHost(host)).resolves.toBeUndefined();
  },
);

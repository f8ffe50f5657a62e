import { parseEnv } from "node:util";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import {
  functionSecrets,
  hostedConfig,
  keptSettings,
  nothingKept,
  reachesMailServer,
  readTarget,
} from "./settings.ts";

const project = { SUPABASE_PROJECT_ID: "abcdefghijklmnopqrst", SITE_URL: "https://rota.example" };
const mail = {
  SMTP_HOST: "smtp.example",
  SMTP_USER: "me",
  SMTP_PASS: "pw",
  SMTP_FROM: "a@b.example",
};

describe("readTarget", () => {
  test("takes the site's origin, and a mail server on port 465 unless another is named", () => {
    expect(readTarget({ ...project, SITE_URL: "https://rota.example/" })).toEqual({
      projectRef: "abcdefghijklmnopqrst",
      siteUrl: "https://rota.example",
      smtp: undefined,
    });
    expect(readTarget({ ...project, ...mail }).smtp).toEqual({
      host: "smtp.example",
      port: 465,
      from: "a@b.example",
    });
    expect(readTarget({ ...project, ...mail, SMTP_PORT: "2465" }).smtp?.port).toBe(2465);
  });

  test.each([
    [{}, "SUPABASE_PROJECT_ID is not set"],
    [{ ...project, SUPABASE_PROJECT_ID: "rota" }, "SUPABASE_PROJECT_ID must be 20"],
    [{ ...project, SITE_URL: " " }, "SITE_URL is not set"],
    [{ ...project, SITE_URL: "rota.example" }, 'not "rota.example"'],
    [{ ...project, SITE_URL: "http://rota.example" }, 'not "http://rota.example"'],
    [{ ...project, SITE_URL: "https://rota.example/app" }, 'not "https://rota.example/app"'],
    [{ ...project, SMTP_HOST: "smtp.example" }, "missing: SMTP_USER, SMTP_PASS, SMTP_FROM"],
    [{ ...project, ...mail, SMTP_PASS: "" }, "missing: SMTP_PASS"],
    [{ ...project, ...mail, SMTP_PORT: "smtp" }, "SMTP_PORT must be a port number"],
  ])("says what is missing or wrong: %j", (variables, sentence) => {
    expect(() => readTarget(variables)).toThrow(sentence);
  });
});

test("the edge functions are told of the mail server, and can't reach every port of it", () => {
  const target = readTarget({ ...project, ...mail });
  const stored = ["MAIL_LINK_SECRET", "VAPID_KEYS"];
  for (const SMTP_PASS of ['p"w #1 $x', "it's #1"]) {
    expect(parseEnv(functionSecrets(target, { ...mail, SMTP_PASS }, stored))).toEqual({
      ALLOWED_ORIGINS: "https://rota.example",
      APP_URL: "https://rota.example",
      WEBHOOK_HOSTS: "*",
      ...{ ...mail, SMTP_PASS, SMTP_PORT: "465" },
    });
  }
  expect(() => functionSecrets(target, { ...mail, SMTP_PASS: `'"` }, stored)).toThrow(
    "SMTP_PASS can't",
  );
  expect(parseEnv(functionSecrets(readTarget(project), {}, stored))).toEqual({
    ALLOWED_ORIGINS: "https://rota.example",
    APP_URL: "https://rota.example",
    WEBHOOK_HOSTS: "*",
  });
  const reaches = (port: string) =>
    reachesMailServer(readTarget({ ...project, ...mail, SMTP_PORT: port }));
  expect(["25", "587", "465", "2465"].map(reaches)).toEqual([false, false, true, true]);
});

test.each(["MAIL_LINK_SECRET", "VAPID_KEYS"] as const)(
  "%s is made at random, for a project that has none",
  (name) => {
    const secretOf = (stored: string[]) =>
      parseEnv(functionSecrets(readTarget(project), {}, stored))[name];
    expect(secretOf(["APP_URL"])).toMatch(/^[\w-]+(\.[\w-]+)?$/);
    expect(secretOf([])).not.toBe(secretOf([]));
    expect(secretOf(["APP_URL", name])).toBeUndefined();
  },
);

test("further servers for pushes, and those for webhooks, are named to the functions", () => {
  const hosts = { PUSH_HOSTS: "push.example", WEBHOOK_HOSTS: "hook.example" };
  expect(parseEnv(functionSecrets(readTarget(project), hosts, []))).toMatchObject(hosts);
});

describe("what a project keeps", () => {
  const authOf = (remote: Record<string, unknown>) => {
    const kept = keptSettings((path) => remote[path]);
    return parse(hostedConfig(readTarget(project), kept)).auth;
  };

  test("is nothing where it does not differ", () => {
    expect(keptSettings(() => undefined)).toEqual(nothingKept());
  });

  test("is that it is closed, never that it is open", () => {
    expect(authOf({ "auth.enable_signup": false })).toMatchObject({ enable_signup: false });
    expect(authOf({})).toMatchObject({ enable_signup: true });
  });

  test.each([
    [[], []],
    [["https://mine.example/**"], ["https://mine.example/**"]],
    [["https://rota.example/", "https://b.example"], ["https://b.example"]],
  ])("are its redirect addresses %j, each once", (remote, others) => {
    const { additional_redirect_urls: urls } = authOf({
      "auth.additional_redirect_urls": remote,
    }) as { additional_redirect_urls: string[] };
    const ours = ["https://rota.example/", "https://rota.example/reset-password"];
    expect(urls.slice(0, remote.length)).toEqual(remote);
    expect([...urls].sort()).toEqual([...ours, ...others].sort());
  });

  test.each([
    [6, 8],
    [12, 12],
    [null, 8],
  ])("is a longer minimum of a password than 8 characters: %j", (remote, minimum) => {
    const auth = authOf({ "auth.minimum_password_length": remote });
    expect(auth).toMatchObject({ minimum_password_length: minimum });
  });
});

describe("hostedConfig", () => {
  test("declares neither rate limits nor secrets", () => {
    const config = hostedConfig(readTarget({ ...project, ...mail }), nothingKept());
    expect(config).not.toMatch(/rate_limit|max_frequency/);
    expect(config).not.toMatch(/"pw"|"me"/);
    expect(config).toContain('pass = "env(SMTP_PASS)"');
  });

  test("names the mails' templates, and asks for more than a token where a password is changed", () => {
    const config = parse(hostedConfig(readTarget(project), nothingKept()));
    expect(config).toMatchObject({
      auth: {
        email: {
          double_confirm_changes: true,
          require_current_password: true,
          template: {
            confirmation: { content_path: "./supabase/templates/confirmation.html" },
            recovery: { content_path: "./supabase/templates/recovery.html" },
            email_change: { content_path: "./supabase/templates/email_change.html" },
          },
        },
      },
    });
  });

  test("leaves the project's mailer alone when no mail server is given", () => {
    expect(hostedConfig(readTarget(project), nothingKept())).not.toContain("smtp");
  });
});

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { newVapidKeys } from "../../cli/vapid-keys.ts";
import { findPortBase } from "../../stack/ports.ts";
import { decrypted, newBrowser } from "../support/push-stand-in.ts";

/** In Deno, like the functions: browsers can decrypt its pushes, and an unsent one is reported as such. */

const common = `
  import { readEnvironment } from "./supabase/functions/_shared/environment.ts";
  import { deliverMail } from "./supabase/functions/_shared/mail.ts";
  import { openMailer } from "./supabase/functions/_shared/mailer.ts";
  import { sendPush } from "./supabase/functions/_shared/push.ts";
  const { subscription, variables } = JSON.parse(Deno.args[0]);
  const environment = (more) => readEnvironment((name) => ({ ...variables, ...more })[name]);
  const push = { payload: '{"title":"\\u{1F331}"}', ttl: 60, topic: "topic" };
`;

/** Runs a program in Deno with a new browser's subscription; resolves to its output, parsed from JSON. */
async function inDeno(program: string, more: readonly string[]) {
  const browser = await newBrowser();
  const variables = {
    SUPABASE_URL: "http://127.0.0.1",
    SUPABASE_ANON_KEY: "anon",
    SUPABASE_SERVICE_ROLE_KEY: "service",
    VAPID_KEYS: newVapidKeys(),
    APP_URL: "https://rota.example",
    SMTP_FROM: "rota@rota.example",
  };
  const { endpoint, p256dh, auth } = browser;
  const input = JSON.stringify({ subscription: { endpoint, p256dh, auth }, variables });
  const options = ["--quiet", "--allow-env", "--allow-read", ...more, "--no-lock"];
  const run = promisify(execFile)(
    join(rootFolder, "node_modules/.bin/deno"),
    ["run", "--no-prompt", ...options, "--node-modules-dir=manual", "-", input],
    { cwd: rootFolder },
  );
  run.child.stdin?.end(common + program);
  return { browser, said: JSON.parse((await run).stdout) };
}

test("what Deno encrypts is decrypted by WebCrypto in Node.js", async () => {
  const { browser, said } = await inDeno(
    `
      let body;
      const fetch = async (_, init) => {
        body = new Uint8Array(await new Response(init.body).arrayBuffer());
        return new Response(null, { status: 201 });
      };
      const result = await sendPush({ ...environment({}), fetch }, subscription, push);
      console.log(JSON.stringify({ result, body: Array.from(body ?? []) }));
    `,
    [],
  );
  expect(said.result).toEqual({});
  expect(await decrypted(new Uint8Array(said.body), browser)).toEqual({ title: "🌱" });
});

/** The failures of a push and a mail to each host. */
async function failuresAt(hosts: readonly string[], options: readonly string[]): Promise<string[]> {
  const closed = await findPortBase(1);
  const { said } = await inDeno(
    `
      const failures = [];
      for (const host of ${JSON.stringify(hosts)}) {
        const endpoint = "https://" + host + ":${closed}/";
        failures.push((await sendPush(environment({}), { ...subscription, endpoint }, push)).failure);
        const server = environment({ SMTP_HOST: host, SMTP_PORT: "${closed}" });
        const mail = { to: "a@b.example", subject: "s", text: "t", html: "h" };
        failures.push(await deliverMail({ environment: server, call: async () => null, appUrl: "" }, openMailer(server), "id", mail));
      }
      console.log(JSON.stringify(failures));
    `,
    options,
  );
  return said;
}

test("what Deno may not reach, or nobody answers, is unsent: a push and a mail", async () => {
  const failures = await failuresAt(["127.0.0.1", "127.0.0.2"], ["--allow-net=127.0.0.1"]);
  expect(failures).toEqual(["unsent", "unsent", "unsent", "unsent"]);
});

test("what would send them is gone in the middle of an upgrade: they are unsent", async () => {
  const imports = { nodemailer: "file:///gone.ts", "web-push": "file:///gone.ts" };
  const map = `--import-map=data:application/json,${JSON.stringify({ imports })}`;
  expect(await failuresAt(["127.0.0.1"], [map])).toEqual(["unsent", "unsent"]);
});

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { newVapidKeys } from "../../cli/vapid-keys.ts";
import { decrypted, newBrowser } from "../support/push-stand-in.ts";

/** The functions run in Deno: what it encrypts, a browser can read. */

const program = `
  import { sendPush } from "./supabase/functions/_shared/push.ts";
  const { subscription, environment } = JSON.parse(Deno.args[0]);
  let body;
  const fetch = async (_, init) => {
    body = new Uint8Array(await new Response(init.body).arrayBuffer());
    return new Response(null, { status: 201 });
  };
  const push = { payload: '{"title":"\\u{1F331}"}', ttl: 60, topic: "topic" };
  const result = await sendPush({ ...environment, fetch }, subscription, push);
  console.log(JSON.stringify({ result, body: Array.from(body ?? []) }));
`;

test("what Deno encrypts is decrypted by WebCrypto in Node.js", async () => {
  const browser = await newBrowser();
  const { endpoint, p256dh, auth } = browser;
  const [publicKey, privateKey] = newVapidKeys().split(".");
  const environment = {
    vapidKeys: { publicKey, privateKey },
    appUrl: "https://rota.example",
  };
  const input = JSON.stringify({ subscription: { endpoint, p256dh, auth }, environment });
  const deno = join(rootFolder, "node_modules/.bin/deno");
  const run = promisify(execFile)(
    deno,
    [
      "run",
      "--quiet",
      "--allow-env",
      "--allow-read",
      "--no-lock",
      "--node-modules-dir=manual",
      "-",
      input,
    ],
    { cwd: rootFolder },
  );
  run.child.stdin?.end(program);
  const { result, body } = JSON.parse((await run).stdout);
  expect(result).toEqual({});
  expect(await decrypted(new Uint8Array(body), browser)).toEqual({ title: "🌱" });
});

import { setTimeout as pause } from "node:timers/promises";
import { StackError } from "embedded-supabase";
import { WebSocket } from "ws";

/** Something that a deployment promises: resolves to what was seen, and throws what was not. */
export interface Check {
  readonly name: string;
  readonly look: () => Promise<string>;
}

/** What has just been deployed may take some seconds to be there. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 2_000;
/** The longest that the platform lets a function take. */
const CALL_TIMEOUT_MS = 150_000;
const JOIN_TIMEOUT_MS = 15_000;

async function patiently(look: () => Promise<string>): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await pause(PAUSE_MS);
  }
}

/** Calls `send-mails` as the schedule does, which sends what is due at that moment. */
export const sendMailsAnswers = (apiUrl: string, secretKey: string): Check => ({
  name: "mails",
  look: () =>
    patiently(async () => {
      const response = await fetch(`${apiUrl}/functions/v1/send-mails`, {
        method: "POST",
        headers: { "Content-Type": "application/json", apikey: secretKey },
        body: "{}",
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      }).catch((error: Error) => {
        throw new Error(
          `the function send-mails can't be reached: ${error.cause ?? error.message}`,
        );
      });
      if (response.status !== 200) {
        throw new Error(`the function send-mails answered ${response.status} to the secret key`);
      }
      const { failed } = (await response.json()) as { failed: string[] };
      if (failed.length > 0) throw new Error(`sending ${failed.join(" and ")} failed: see its log`);
      return "the function send-mails takes the secret key that the schedule calls it with";
    }),
});

/** As nobody: a channel that no person has. */
const TOPIC = "realtime:user:00000000-0000-0000-0000-000000000000";

/** Joins a private channel. The key opens any, so that it takes nobody's account. */
export const privateChannelOpens = (apiUrl: string, secretKey: string): Check => ({
  name: "live updates",
  look: () => patiently(() => joinPrivateChannel(apiUrl, secretKey)),
});

function joinPrivateChannel(apiUrl: string, secretKey: string): Promise<string> {
  const query = new URLSearchParams({ apikey: secretKey, vsn: "1.0.0" });
  const socket = new WebSocket(`${apiUrl.replace(/^http/, "ws")}/realtime/v1/websocket?${query}`, {
    handshakeTimeout: JOIN_TIMEOUT_MS,
  });
  const answer = new Promise<string>((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(new Error("Realtime did not answer in time")),
      JOIN_TIMEOUT_MS,
    );
    socket.on("close", () => clearTimeout(timeout));
    socket.on("error", (error) => reject(new Error(`Realtime can't be reached: ${error.message}`)));
    socket.on("open", () => {
      const payload = { config: { private: true } };
      socket.send(JSON.stringify({ topic: TOPIC, event: "phx_join", ref: "1", payload }));
    });
    socket.on("message", (data) => {
      const { event, payload } = JSON.parse(String(data)) as {
        event: string;
        payload: { status: string; response: { reason?: string } };
      };
      if (event !== "phx_reply") return;
      if (payload.status === "ok") resolve("a private channel was joined");
      else reject(new Error(`a private channel was refused: ${payload.response.reason}`));
    });
  });
  return answer.finally(() => socket.terminate());
}

/**
 * Makes every check and prints a line for each.
 * @throws StackError when one of them failed
 */
export async function makeChecks(checks: readonly Check[], log: (line: string) => void) {
  const broken: string[] = [];
  log("\nWhat was deployed:");
  for (const { name, look } of checks) {
    try {
      log(`- ${name}: ${await look()}`);
    } catch (error) {
      broken.push(name);
      log(`- ${name}: FAILED: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (broken.length === 0) return;
  throw new StackError(`everything was deployed, but not everything works: ${broken.join(", ")}.`);
}

import { Agent, request } from "node:http";

/**
 * The HTTP status that a local service answers with. Not `fetch`, which would use a proxy that the
 * caller's environment may set for Node.
 */
export function statusOf(url: string, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent: new Agent(), timeout: 5_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on("timeout", () => asked.destroy(new Error("no answer")));
    asked.on("error", reject).end();
  });
}

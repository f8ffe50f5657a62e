import { Agent, request } from "node:http";

/**
 * The status with which a local service answers. Not `fetch`, which would go through the proxy of
 * whoever started this process where Node is told to heed one.
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

import { Agent, request } from "node:http";
import pg from "pg";

/** The HTTP status of a local service. Without `fetch`, which would use a proxy from the caller's environment. */
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

/** Whether the database server behind a connection string answers a query within two seconds. */
export async function answersQueries(url: string): Promise<boolean> {
  const client = new pg.Client({
    ...{ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 },
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether an edge function answers OPTIONS, with any status. */
export async function functionAnswers(name: string, port: number): Promise<boolean> {
  return (await statusOf(`http://127.0.0.1:${port}/${name}`, "OPTIONS")) < 500;
}

export async function realtimeAnswers(port: number): Promise<boolean> {
  return (await statusOf(`http://127.0.0.1:${port}/health`)) === 200;
}

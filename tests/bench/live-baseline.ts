import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Browser } from "@playwright/test";
import pg from "pg";
import { WebSocketServer } from "ws";
import { stackUnderTest } from "../support/environment.ts";

/** What no live update can do without: a way through a websocket and back, and one commit. */
export interface Baseline {
  /** milliseconds from a browser's message to its bare echo */
  echo(): Promise<number>;
  /** milliseconds until one inserted row is committed, without triggers */
  commit(): Promise<number>;
  close(): Promise<void>;
}

export async function openBaseline(browser: Browser): Promise<Baseline> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket) => socket.on("message", (data) => socket.send(String(data))));
  await once(server, "listening");
  const page = await browser.newPage();
  const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const socket = await page.evaluateHandle(
    (url) =>
      new Promise<WebSocket>((resolve) => {
        const opened = new WebSocket(url);
        opened.onopen = () => resolve(opened);
      }),
    address,
  );
  const database = new pg.Client({ connectionString: stackUnderTest().dbUrl });
  await database.connect();
  await database.query("create table if not exists private.bench_commits (at timestamptz)");
  return {
    echo: () =>
      socket.evaluate(
        (opened) =>
          new Promise<number>((resolve) => {
            const start = performance.now();
            opened.onmessage = () => resolve(performance.now() - start);
            opened.send("tap");
          }),
      ),
    commit: async () => {
      const start = performance.now();
      await database.query("insert into private.bench_commits values (now())");
      return performance.now() - start;
    },
    close: async () => {
      await database.query("drop table private.bench_commits");
      await database.end();
      await page.close();
      server.close();
    },
  };
}

import { randomUUID } from "node:crypto";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { type AppClient, openApp } from "./app-client.ts";
import { createTask } from "./app-writes.ts";
import { day } from "./day.ts";
import { stackUnderTest } from "./environment.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";

/** Alice, behind a network that the test controls. */
export async function aliceBehindProxy(): Promise<{ alice: AppClient; proxy: FaultProxy }> {
  const proxy = await startFaultProxy(stackUnderTest().apiUrl);
  const alice = await openApp({ name: "Alice", apiUrl: proxy.url });
  return { alice, proxy };
}

/** A daily task since three days ago; resolves to its id. */
export async function addTask(
  { session }: AppClient,
  title = "Dishes",
  shareWith: string[] = [],
): Promise<string> {
  const id = randomUUID();
  const isShared = shareWith.length > 0;
  const fields = { category: "Kitchen", title, startDate: day(-3), isShared, shareWith };
  await createTask(session, { id, ...fields });
  return id;
}

export const state = ({ live }: AppClient) => live.getState();

export const isDone = (client: AppClient, id: string, date = day(0)): boolean =>
  client.task(id)?.completedDays.has(toDayNumber(date)) ?? false;

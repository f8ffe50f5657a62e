import { afterAll, afterEach, beforeAll } from "vitest";
import type { RealtimeOptions } from "../../realtime/server.ts";
import { disconnectAll } from "./realtime-client.ts";
import { type RealtimeTestBed, startRealtimeTestBed } from "./realtime-server.ts";

/** A test bed for a file's tests, ready when they run. Clients leave after each test. */
export function realtimeTestBed(options: Partial<RealtimeOptions> = {}): RealtimeTestBed {
  const bed: Partial<RealtimeTestBed> = {};
  beforeAll(async () => {
    Object.assign(bed, await startRealtimeTestBed(options));
  });
  afterEach(disconnectAll);
  afterAll(() => bed.close?.());
  return bed as RealtimeTestBed;
}

import { afterAll, afterEach, beforeAll } from "vitest";
import type { RealtimeOptions } from "../../realtime/server.ts";
import { disconnectAll } from "./realtime-client.ts";
import { type RealtimeTestBed, startRealtimeTestBed } from "./realtime-server.ts";

/** A test bed for the tests of a file; there once they run. Their clients leave after each of them. */
export function realtimeTestBed(options: Partial<RealtimeOptions> = {}): RealtimeTestBed {
  const bed: Partial<RealtimeTestBed> = {};
  beforeAll(async () => {
    Object.assign(bed, await startRealtimeTestBed(options));
  });
  afterEach(disconnectAll);
  afterAll(() => bed.close?.());
  return bed as RealtimeTestBed;
}

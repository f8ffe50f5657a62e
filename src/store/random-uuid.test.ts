import { expect, test, vi } from "vitest";

test("where a browser makes no ids, they are made of its random numbers", async () => {
  vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff) });
  await import("./random-uuid.ts");
  expect(crypto.randomUUID()).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  vi.unstubAllGlobals();
});

import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requireUsable } from "./requirements.ts";

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  return { ...fs, statfsSync: vi.fn(fs.statfsSync), accessSync: vi.fn(fs.accessSync) };
});
const { accessSync } = await import("node:fs");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rota-usable-"));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const refuseWith = (code: string) =>
  vi.mocked(accessSync).mockImplementationOnce(() => {
    throw Object.assign(new Error(code), { code });
  });

test("a folder that is not there yet is fine where it can be made", async () => {
  await expect(requireUsable(join(folder, "new/data"))).resolves.toBeUndefined();
});

test("a disk that can only be read, and another user's folder, are said in one sentence", async () => {
  refuseWith("EROFS");
  await expect(requireUsable(folder)).rejects.toThrow(/is on a disk that can only be read: give/);
  refuseWith("EACCES");
  await expect(requireUsable(folder)).rejects.toThrow(/belongs to user \d+, and this is user \d+:/);
});

test("a first start without room for it is refused", async () => {
  vi.mocked(statfsSync).mockReturnValueOnce({ bavail: 10, bsize: 1_000_000 } as never);
  await expect(requireUsable(folder)).rejects.toThrow(
    /has 10 MB of room, and a first start takes 300: make room/,
  );
});

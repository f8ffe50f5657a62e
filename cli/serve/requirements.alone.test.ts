import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requireUsable } from "./requirements.ts";

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  return { ...fs, statfsSync: vi.fn(fs.statfsSync), accessSync: vi.fn(fs.accessSync) };
});
vi.mock("node:os", async (original) => {
  const os = await original<typeof import("node:os")>();
  return { ...os, userInfo: vi.fn(os.userInfo) };
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

test("a disk that can only be read, one's own folder and another user's are said in one sentence each", async () => {
  refuseWith("EROFS");
  await expect(requireUsable(folder)).rejects.toThrow(/is on a disk that can only be read: make/);
  refuseWith("EACCES");
  await expect(requireUsable(folder)).rejects.toThrow(
    `can't be written (its mode is 700): say chmod u+rwx ${folder}`,
  );
  vi.spyOn(process, "getuid").mockReturnValue(12_345);
  refuseWith("EACCES");
  await expect(requireUsable(folder)).rejects.toThrow(
    /belongs to user \d+, and this is user 12345:/,
  );
  vi.restoreAllMocks();
});

test("programs of another machine are refused", async () => {
  const { arch } = process;
  Object.defineProperty(process, "arch", { value: "s390x" });
  try {
    await expect(requireUsable(folder)).rejects.toThrow(/for \w+-s390x: where it was installed on/);
  } finally {
    Object.defineProperty(process, "arch", { value: arch });
  }
});

test("a user without a name is refused: PostgreSQL would, with half a start behind it", async () => {
  vi.mocked(userInfo).mockImplementationOnce(() => {
    throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
  });
  await expect(requireUsable(folder)).rejects.toThrow(/^user \d+ has no name on this machine/);
});

test("a first start without room for it is refused", async () => {
  vi.mocked(statfsSync).mockReturnValueOnce({ bavail: 10, bsize: 1_000_000 } as never);
  await expect(requireUsable(folder)).rejects.toThrow(
    /has 10 MB of room, and a first start takes 300: make room/,
  );
});

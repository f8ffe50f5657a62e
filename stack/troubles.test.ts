import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTroubles, Troubles } from "./troubles.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "troubles-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a trouble is said once, kept with its beginning, and said once when it is over", () => {
  const lines: string[] = [];
  const place = join(folder, "kept");
  const troubles = () => new Troubles(place, (line) => lines.push(line));
  expect(readTroubles(place)).toEqual([]);
  troubles().end("send-mails");
  troubles().begin("send-mails", "connection refused");
  const [known] = readTroubles(place);
  expect(known).toEqual({
    what: "send-mails",
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    reason: "connection refused",
  });
  troubles().begin("send-mails", "another reason");
  expect(readTroubles(place)).toEqual([known]);
  troubles().end("send-mails");
  troubles().end("send-mails");
  expect(readTroubles(place)).toEqual([]);
  expect(lines).toEqual([
    "trouble: send-mails (connection refused)",
    `trouble is over: send-mails (since ${known?.since})`,
  ]);
});

test("where nothing can be kept, it is said all the same", () => {
  const lines: string[] = [];
  new Troubles("/dev/null/kept", (line) => lines.push(line)).begin("backup", "the disk is full");
  expect(lines).toEqual(["trouble: backup (the disk is full)"]);
});

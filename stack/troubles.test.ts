import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

test.each([
  "Can't send mail - 550 5.1.1 <canary@example.com>: no such user",
  "canary.o'neil+rota@sub.example.co.uk is full",
  "mailto:canary%40example.com",
  "https://push.example/fcm/send/canary?auth=canary: 410",
  "wss://canary.example/x, 'canary@example.com'",
  '"canary@localhost"',
])(
  "of %j nothing is said or kept that names a person or a device, not even what was kept before",
  (why) => {
    const lines: string[] = [];
    const place = mkdtempSync(join(folder, "people-"));
    new Troubles(place, (line) => lines.push(line)).begin("send-mails", why);
    writeFileSync(join(place, "before.json"), JSON.stringify({ since: "", reason: why }));
    expect(`${lines} ${readFileSync(join(place, "send-mails.json"), "utf8")}`).not.toContain(
      "canary",
    );
    expect(JSON.stringify(readTroubles(place))).not.toContain("canary");
    expect(readTroubles(place)).toHaveLength(2);
  },
);

test("what an operator needs of a reason stays", () => {
  const why = "connect ECONNREFUSED 10.0.0.5:587; Invalid login: 535 5.7.8 not accepted";
  new Troubles(join(folder, "plain"), () => {}).begin("send-mails", why);
  expect(readTroubles(join(folder, "plain"))).toMatchObject([{ reason: why }]);
});

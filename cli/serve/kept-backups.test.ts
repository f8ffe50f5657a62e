import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backupName, backupsToRemove, latestBackup } from "./kept-backups.ts";

/** The backups that a server keeps after so many days. */
function keptAfter(days: number): string[] {
  let files: string[] = [];
  for (let day = 0; day < days; day += 1) {
    const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
    const all = [...files, backupName(date)];
    const gone = new Set(backupsToRemove(all));
    files = all.filter((file) => !gone.has(file));
  }
  return files;
}

test("after a week, each day's", () => {
  expect(keptAfter(7)).toHaveLength(7);
});

test("after two years 7 days, 4 weeks and 12 months, and the latest always", () => {
  const files = keptAfter(730);
  expect(files.at(-1)).toBe("rota-2027-12-31.backup");
  expect(files.slice(-7)[0]).toBe("rota-2027-12-25.backup");
  const months = new Set(files.map((file) => file.slice(0, 12)));
  expect(months.size).toBe(12);
  expect(files.length).toBeLessThanOrEqual(7 + 4 + 12);
  expect(files.length).toBeGreaterThanOrEqual(7 + 3 + 10);
});

test("a week around New Year is one", () => {
  const days = Array.from({ length: 41 }, (_, day) =>
    new Date(Date.UTC(2026, 11, 1 + day)).toISOString().slice(0, 10),
  );
  const gone = new Set(backupsToRemove(days.map(backupName)));
  const kept = days.filter((day) => !gone.has(backupName(day)));
  const lastOfWeeks = ["2026-12-20", "2026-12-27", "2027-01-03"];
  expect(kept).toEqual([...lastOfWeeks, "2026-12-31", ...days.slice(-7)].sort());
});

test("a week of another year is another one, though it has the same number", () => {
  const week = Array.from({ length: 7 }, (_, day) => `2026-11-${String(9 + day).padStart(2, "0")}`);
  const days = ["2025-11-12", "2025-11-28", ...week];
  expect(backupsToRemove(days.map(backupName))).toEqual([]);
});

test("the latest of all is the one that was written last, whatever its name", () => {
  const folder = mkdtempSync(join(tmpdir(), "rota-backups-"));
  expect(latestBackup(folder)).toBeUndefined();
  mkdirSync(join(folder, "backups"));
  for (const [name, at] of [
    ["rota-2026-11-26.backup", 2],
    ["before-20260101000000.backup", 3],
    ["other.part", 4],
  ] as const) {
    writeFileSync(join(folder, "backups", name), "");
    utimesSync(join(folder, "backups", name), at, at);
  }
  expect(latestBackup(folder)).toBe(join(folder, "backups/before-20260101000000.backup"));
  rmSync(folder, { recursive: true });
});

test("a file of another name stays", () => {
  const files = [...keptAfter(40), "before-upgrade.backup", "rota-copy.backup"];
  expect(backupsToRemove(files)).not.toContain("before-upgrade.backup");
  expect(backupsToRemove(files)).not.toContain("rota-copy.backup");
});

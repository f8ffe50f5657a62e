import { expect, test } from "vitest";
import { backupName, backupsToRemove } from "./kept-backups.ts";

/** Every backup that a server has made, day after day. */
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

test("a file of another name stays", () => {
  const files = [...keptAfter(40), "before-upgrade.backup", "rota-copy.backup"];
  expect(backupsToRemove(files)).not.toContain("before-upgrade.backup");
  expect(backupsToRemove(files)).not.toContain("rota-copy.backup");
});

import { existsSync, readFileSync } from "node:fs";

/** The results of a run of Vitest or Playwright. */
export interface Counted {
  passed: number;
  failed: number;
  skipped: number;
  /** Seconds by the file's path. */
  files: Map<string, number>;
}

interface VitestReport {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string }[];
  }[];
}

interface Suite {
  file: string;
  suites?: Suite[];
  specs: { tests: { status: string; results: { duration: number }[] }[] }[];
}

const isIn = (words: string[]) => (status: string) => words.includes(status);

function count(statuses: string[], files: Map<string, number>): Counted {
  const passed = statuses.filter(isIn(["passed", "expected"])).length;
  const failed = statuses.filter(isIn(["failed", "unexpected", "flaky"])).length;
  return { passed, failed, skipped: statuses.length - passed - failed, files };
}

function readVitest({ testResults }: VitestReport): Counted {
  const statuses = testResults.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const seconds = testResults.map(
    ({ name, startTime, endTime }) => [name, (endTime - startTime) / 1000] as const,
  );
  return count(statuses, new Map(seconds));
}

function readPlaywright(suites: Suite[]): Counted {
  const statuses: string[] = [];
  const files = new Map<string, number>();
  const visit = ({ file, suites: inner = [], specs }: Suite) => {
    for (const { status, results } of specs.flatMap(({ tests }) => tests)) {
      statuses.push(status);
      const ms = results.reduce((sum, { duration }) => sum + duration, 0);
      files.set(file, (files.get(file) ?? 0) + ms / 1000);
    }
    inner.forEach(visit);
  };
  suites.forEach(visit);
  return count(statuses, files);
}

/** Reads the JSON report of either; nothing if the run wrote none. */
export function readReport(path: string): Counted {
  if (!existsSync(path)) return count([], new Map());
  const report = JSON.parse(readFileSync(path, "utf8"));
  return "suites" in report ? readPlaywright(report.suites) : readVitest(report);
}

/** The files that take more than a twentieth of the total seconds. */
export function tooLong(reports: Counted[]): string[] {
  const all = reports.flatMap(({ files }) => [...files]);
  const whole = all.reduce((sum, [, seconds]) => sum + seconds, 0);
  return all.filter(([, seconds]) => seconds > whole / 20).map(([file]) => file);
}

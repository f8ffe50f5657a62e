import { readFileSync } from "node:fs";

interface Report {
  testResults: {
    /** the file's path */
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

const hasFailed = ({ status }: { status: string }) => status === "failed";

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/**
 * The arguments that choose the failed tests of a run of Vitest, by its report; undefined when others
 * than the live tests failed, too.
 */
export function failedLiveTests(report: string): string[] | undefined {
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const files = testResults.filter(hasFailed);
  const names = files
    .flatMap(({ assertionResults }) => assertionResults.filter(hasFailed))
    .map(({ fullName }) => `^${literally(fullName)}$`);
  if (names.length === 0 || !files.every(({ name }) => name.includes("/tests/live/")))
    return undefined;
  return [...files.map(({ name }) => name), `--testNamePattern=${names.join("|")}`];
}

/** Whether a line reports a full disk; PostgreSQL may only report a short write. */
export const isDiskFull = (line: string): boolean =>
  /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT|wrote only \d+ of \d+/.test(line);

/**
 * Why a program ended, from its last lines: a full disk, which causes other errors, else the last reported
 * error, else the last line.
 */
export function lastReason(lines: string[]): string {
  const telling = /\b(?:FATAL|PANIC|ERROR|\w*[Ee]rror):\s+(.*)/;
  const errors = lines.flatMap((line) => telling.exec(line)?.[1] ?? []);
  const last = errors.at(-1) ?? lines.findLast((line) => line.trim()) ?? "no last words";
  return (errors.find(isDiskFull) ?? last).trim();
}

/** The advice for a failure: free space for a full disk, else the service's own advice. */
export const adviceFor = (reason: string, otherwise: string): string =>
  isDiskFull(reason) ? "make room on the disk and run the command again." : otherwise;

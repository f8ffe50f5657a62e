/** Whether a line speaks of a full disk; PostgreSQL notices some by a write that was cut short. */
export const isDiskFull = (line: string): boolean =>
  /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT|wrote only \d+ of \d+/.test(line);

/**
 * Why a program ended, out of its last lines: a full disk, which has other errors follow, else the
 * last error that it reports, else its last line.
 */
export function lastReason(lines: string[]): string {
  const telling = /\b(?:FATAL|PANIC|ERROR|\w*[Ee]rror):\s+(.*)/;
  const errors = lines.flatMap((line) => telling.exec(line)?.[1] ?? []);
  const last = errors.at(-1) ?? lines.findLast((line) => line.trim()) ?? "no last words";
  return (errors.find(isDiskFull) ?? last).trim();
}

/** What to do about a failure: room for a full disk, else what its place suggests. */
export const adviceFor = (reason: string, otherwise: string): string =>
  isDiskFull(reason) ? "make room on the disk and run the command again." : otherwise;

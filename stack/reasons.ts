/** Why a program ended, out of its last lines: the last one that reports an error, else the last. */
export function lastReason(lines: string[]): string {
  const telling = /\b(?:FATAL|PANIC|ERROR|\w*[Ee]rror):\s+(.*)/;
  const errors = lines.flatMap((line) => telling.exec(line)?.[1] ?? []);
  return (errors.at(-1) ?? lines.findLast((line) => line.trim()) ?? "no last words").trim();
}

export const isDiskFull = (line: string): boolean =>
  /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/.test(line);

/** What to do about a failure: room for a full disk, else what its place suggests. */
export const adviceFor = (reason: string, otherwise: string): string =>
  isDiskFull(reason) ? "make room on the disk and run the command again." : otherwise;

/** `3 chores`; the server counts to 100. */
export function choresText(count: number): string {
  if (count >= 100) return "100 or more chores";
  return count === 1 ? "1 chore" : `${count} chores`;
}

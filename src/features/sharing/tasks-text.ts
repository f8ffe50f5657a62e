/** `3 tasks`; the server counts to 100. */
export function tasksText(count: number): string {
  if (count >= 100) return "100 or more tasks";
  return count === 1 ? "1 task" : `${count} tasks`;
}

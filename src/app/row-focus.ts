const ROWS = "[role=tabpanel] :is(.row, li.card)";

/** Moves the focus to the next row of the list that is shown, or the previous one; to the first where none has it. */
export function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter(
    (row) => !row.closest("[inert]"),
  );
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[current === -1 ? 0 : current + step];
  next?.querySelector<HTMLElement>("button, a")?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

import { useState } from "react";
import { groupByCategory } from "../../domain/tasks/task-groups.ts";
import type { TodayGroup, TodayItem } from "../../domain/tasks/today.ts";
import { whenIdle } from "../../ui/when-idle.ts";

/** A row of a section: an occurrence, or the ghost of one that has just left. */
export interface SectionItem extends TodayItem {
  readonly isLeaving?: boolean;
}

/** More than this many at once are no tick but another list. */
const MOST_GHOSTS = 3;

let motion: typeof import("./leaving-row.tsx") | null = null;

/**
 * The row that animates, once it is there. framer-motion is not part of the first load: it comes
 * when the page is idle, and until then rows leave without ado.
 */
export function leavingRow() {
  return motion?.LeavingRow ?? null;
}

export function prepareMotion(): () => void {
  return whenIdle(async () => {
    motion = await import("./leaving-row.tsx");
  });
}

const flat = (groups: readonly TodayGroup[]) => groups.flatMap(({ items }) => items);
const prefersStillness = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Keeps an occurrence that was done in its place until `onLeft` says that its row has left.
 * Only what leaves is animated: the rows themselves stay plain, however many there are.
 */
export function useLeaving(groups: readonly TodayGroup[], leaves: (item: TodayItem) => boolean) {
  const [seen, setSeen] = useState(groups);
  const [rows, setRows] = useState<readonly SectionItem[]>(() => flat(groups));

  let shown = rows;
  if (seen !== groups) {
    shown = withGhosts(rows, flat(groups), leaves);
    setSeen(groups);
    setRows(shown);
  }

  return {
    groups: shown.some((row) => row.isLeaving) ? groupByCategory(shown) : groups,
    onLeft: (id: string) =>
      setRows((known) => known.filter((row) => row.id !== id || !row.isLeaving)),
  };
}

function withGhosts(
  before: readonly SectionItem[],
  now: readonly TodayItem[],
  leaves: (item: TodayItem) => boolean,
): readonly SectionItem[] {
  if (!motion || prefersStillness.matches) return now;
  const present = new Set(now.map((item) => item.id));
  const gone = before.filter((row) => !present.has(row.id) && (row.isLeaving || leaves(row)));
  if (gone.length === 0 || gone.length > MOST_GHOSTS) return now;

  const rows: SectionItem[] = [...now];
  for (const row of gone) {
    // After the nearest row above it that is still there.
    const above = before.slice(0, before.indexOf(row)).map(({ id }) => id);
    const place = rows.findLastIndex(({ id }) => above.includes(id)) + 1;
    rows.splice(place, 0, { ...row, isLeaving: true });
  }
  return rows;
}

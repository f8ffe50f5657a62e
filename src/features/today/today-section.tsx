import { useId } from "react";
import type { TodayGroup, TodayItem } from "../../domain/tasks/today.ts";
import { CategoryBadge } from "../../ui/category-badge.tsx";
import { OccurrenceRow, type Viewer } from "./occurrence-row.tsx";
import styles from "./today-section.module.css";
import { leavingRow, type SectionItem, useLeaving } from "./use-leaving.ts";
import type { OccurrenceAction } from "./use-occurrence-actions.ts";

/** From so many rows on, those off the screen are left out of layout and painting. */
const LONG_LIST = 40;

interface TodaySectionProps {
  name: "Active" | "Done" | "Overdue";
  groups: readonly TodayGroup[];
  viewer: Viewer;
  onComplete: OccurrenceAction;
  onUndo: OccurrenceAction;
  /** Whether an occurrence that is no longer here takes its leave, because it was done. */
  leaves: (item: TodayItem) => boolean;
}

/** One of the three sections, grouped by category with a count per group; nothing when it is empty. */
export function TodaySection(props: TodaySectionProps) {
  const { name, viewer, onComplete, onUndo } = props;
  const id = useId();
  const { groups, onLeft } = useLeaving(props.groups, props.leaves);
  const LeavingRow = leavingRow();
  if (groups.length === 0) return null;
  const isLong = groups.reduce((count, { items }) => count + items.length, 0) > LONG_LIST;
  return (
    // Focusable by script: where the focus goes when a section's last row leaves.
    <section className={styles.section} data-section={name} aria-labelledby={id} tabIndex={-1}>
      <h2 className={styles.heading} id={id}>
        {name}
      </h2>
      {groups.map(({ category, items }) => (
        <div key={category} className={styles.group}>
          <h3 className={styles.category}>
            <CategoryBadge category={category} />
            <span className={styles.count}>
              {items.filter((item: SectionItem) => !item.isLeaving).length}
            </span>
          </h3>
          <ul className={styles.rows}>
            {items.map((item: SectionItem) =>
              item.isLeaving && LeavingRow ? (
                <LeavingRow
                  key={`${item.id} leaving`}
                  title={item.task.title}
                  notes={item.task.subtitle}
                  onLeft={() => onLeft(item.id)}
                />
              ) : (
                <OccurrenceRow
                  key={item.id}
                  task={item.task}
                  dueDate={item.dueDate}
                  wasOverdue={item.wasOverdue}
                  isDone={item.isDone}
                  completedAt={item.completedAt}
                  completedBy={item.completedBy}
                  struck={name === "Overdue" && item.isDone}
                  inLongList={isLong}
                  viewer={viewer}
                  onComplete={onComplete}
                  onUndo={onUndo}
                />
              ),
            )}
          </ul>
        </div>
      ))}
    </section>
  );
}

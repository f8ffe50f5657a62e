import { useId } from "react";
import type { TodayGroup } from "../../domain/today.ts";
import { CategoryBadge } from "../../ui/category-badge.tsx";
import { OccurrenceRow, type Viewer } from "./occurrence-row.tsx";
import styles from "./today-section.module.css";
import type { OccurrenceAction } from "./use-occurrence-actions.ts";

interface TodaySectionProps {
  name: "Active" | "Done" | "Overdue";
  groups: readonly TodayGroup[];
  viewer: Viewer;
  onComplete: OccurrenceAction;
  onUndo: OccurrenceAction;
}

/** One of the three sections, grouped by category with a count per group; nothing when it is empty. */
export function TodaySection({ name, groups, viewer, onComplete, onUndo }: TodaySectionProps) {
  const id = useId();
  if (groups.length === 0) return null;
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
            <span className={styles.count}>{items.length}</span>
          </h3>
          <ul className={styles.rows}>
            {items.map((item) => (
              <OccurrenceRow
                key={item.id}
                task={item.task}
                dueDate={item.dueDate}
                wasOverdue={item.wasOverdue}
                isDone={item.isDone}
                completedAt={item.completedAt}
                completedBy={item.completedBy}
                struck={name === "Overdue" && item.isDone}
                viewer={viewer}
                onComplete={onComplete}
                onUndo={onUndo}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

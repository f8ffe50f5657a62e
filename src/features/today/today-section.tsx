import { useId } from "react";
import { formatCount } from "../../domain/format-count.ts";
import type { TodayGroup } from "../../domain/tasks/today.ts";
import { CategoryBadge } from "../../ui/category-badge.tsx";
import { EarlierRow } from "./earlier-row.tsx";
import { useMotionParts } from "./motion.tsx";
import { OccurrenceRow, type Viewer } from "./occurrence-row.tsx";
import styles from "./today-section.module.css";

/** From so many rows on, those off the screen are left out of layout and painting. */
const LONG_LIST = 40;

interface TodaySectionProps {
  name: "Active" | "Done" | "Overdue";
  groups: readonly TodayGroup[];
  viewer: Viewer;
  onShowEarlier: (taskId: string) => void;
}

/** Every occurrence of a group, shown or not. */
const countOf = ({ items }: TodayGroup) =>
  items.reduce((count, { earlier }) => count + 1 + earlier, 0);

/** One of the three sections, grouped by category with a count per group. */
export function TodaySection({ name, groups, viewer, onShowEarlier }: TodaySectionProps) {
  const id = useId();
  const { Presence, Section, Group } = useMotionParts();
  const isLong = groups.reduce((count, { items }) => count + items.length, 0) > LONG_LIST;
  return (
    // Focusable by script: where the focus goes when a section's last row leaves.
    <Section className={styles.section} data-section={name} aria-labelledby={id} tabIndex={-1}>
      <h2 className={styles.heading} id={id}>
        {name}
      </h2>
      <Presence>
        {groups.map((group) => (
          <Group key={group.category} className={styles.group}>
            <h3 className={styles.category}>
              <CategoryBadge category={group.category} />
              <span className={styles.count}>{formatCount(countOf(group))}</span>
            </h3>
            <ul className={styles.rows}>
              <Presence>
                {group.items.flatMap((item) => [
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
                  />,
                  item.earlier > 0 && (
                    <EarlierRow
                      key={`${item.task.id} earlier`}
                      task={item.task}
                      earlier={item.earlier}
                      onShow={onShowEarlier}
                    />
                  ),
                ])}
              </Presence>
            </ul>
          </Group>
        ))}
      </Presence>
    </Section>
  );
}

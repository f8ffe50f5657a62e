import { Box, chakra } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";
import { formatCount } from "../../domain/format-count.ts";
import type { TodayGroup } from "../../domain/tasks/today.ts";
import { CategoryHeading } from "../../ui/category-heading.tsx";
import { EarlierRow } from "./earlier-row.tsx";
import { useMotionParts } from "./motion.tsx";
import { OccurrenceRows } from "./occurrence-row.styles.ts";
import { OccurrenceRow, type Viewer } from "./occurrence-row.tsx";

/** From so many rows on, those off the screen are left out of layout and painting. */
const LONG_LIST = 40;

const COLOURS = { Active: "status.today", Done: "status.completed", Overdue: "status.missed" };

interface TodaySectionProps {
  name: "Active" | "Done" | "Overdue";
  groups: readonly TodayGroup[];
  viewer: Viewer;
  onShowEarlier: (taskId: string) => void;
  /** what stands below its rows */
  children?: ReactNode;
}

/** Every occurrence of a group, shown or not. */
const countOf = ({ items }: TodayGroup) =>
  items.reduce((count, { earlier }) => count + 1 + earlier, 0);

/** One of the three sections, grouped by category with a count per group. */
export function TodaySection(props: TodaySectionProps) {
  const { name, groups, viewer, onShowEarlier } = props;
  const id = useId();
  const { Presence, Section, Group } = useMotionParts();
  const isLong = groups.reduce((count, { items }) => count + items.length, 0) > LONG_LIST;
  return (
    <Box asChild mt="8" outline="none">
      {/* Focusable by script: where the focus goes when a section's last row leaves. */}
      <Section data-section={name} aria-labelledby={id} tabIndex={-1}>
        <chakra.h2 id={id} display="flex" alignItems="center" gap="2" fontSize="md">
          <chakra.span boxSize="0.625rem" borderRadius="full" bg={COLOURS[name]} />
          {name}
        </chakra.h2>
        <Presence>
          {groups.map(({ category, items }) => (
            <Group key={category}>
              <Box pt="3" pb="2">
                <CategoryHeading
                  as="h3"
                  category={category}
                  count={formatCount(countOf({ category, items }))}
                />
              </Box>
              <OccurrenceRows
                data-long={isLong || undefined}
                data-overdue={name === "Overdue" || undefined}
              >
                <Presence>
                  {items.flatMap((item) => [
                    <OccurrenceRow
                      key={item.id}
                      task={item.task}
                      dueDate={item.dueDate}
                      wasOverdue={item.wasOverdue}
                      isDone={item.isDone}
                      completedAt={item.completedAt}
                      completedBy={item.completedBy}
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
              </OccurrenceRows>
            </Group>
          ))}
        </Presence>
        {props.children}
      </Section>
    </Box>
  );
}

import { type ReactNode, useId } from "react";
import { formatCount } from "../../domain/format-count.ts";
import { msg } from "../../domain/language/messages.ts";
import type { TodayGroup, TodayItem } from "../../domain/tasks/today.ts";
import { CategoryHeading } from "../../ui/category-heading.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { CatchUpRow } from "./catch-up-row.tsx";
import { EarlierRow, type ShowMissed } from "./earlier-row.tsx";
import { MissedRow } from "./missed-row.tsx";
import { useMotionParts } from "./motion-parts.ts";
import { OccurrenceRow, type Viewer } from "./occurrence-row.tsx";

/** From so many rows on, those off the screen are left out of layout and painting. */
const LONG_LIST = 40;

interface GroupsProps {
  viewer: Viewer;
  onShow: ShowMissed;
  groups: readonly TodayGroup[];
}

interface TodaySectionProps extends GroupsProps {
  name: "Active" | "Done" | "Overdue";
  action?: ReactNode;
  children?: ReactNode;
}

type Item = TodayGroup["items"][number];

export const rowsIn = (groups: readonly TodayGroup[]) =>
  groups
    .flatMap(({ items }) => items)
    .reduce((count, item) => count + 1 + (item.kind === "missed" ? item.days.length : 0), 0);

const NAMES = {
  Active: msg("Active // tasks that are due"),
  Done: msg("Done // a heading"),
  Overdue: msg("Overdue // a heading"),
};

export function TodaySection({ name, action, children, ...list }: TodaySectionProps) {
  const { t } = useLocale();
  const id = useId();
  const { Section } = useMotionParts();
  return (
    // Focusable by script: where the focus goes when a section's last row leaves.
    <Section className="today-section" data-section={name} aria-labelledby={id} tabIndex={-1}>
      <div className="section-line">
        <h2 id={id}>{t(NAMES[name])}</h2>
        {action}
      </div>
      {list.groups.length > 0 && <TodayGroups {...list} />}
      {children}
    </Section>
  );
}

export function TodayGroups({ groups, viewer, onShow }: GroupsProps) {
  const locale = useLocale();
  const { Presence, Group } = useMotionParts();
  const isLong = rowsIn(groups) > LONG_LIST;

  function rows(item: Item, category?: string): ReactNode[] {
    const occurrence = (one: TodayItem, isDay: boolean) => (
      <OccurrenceRow key={one.id} {...one} isDay={isDay} category={category} viewer={viewer} />
    );
    if (item.kind === "occurrence") return [occurrence(item, false)];
    if (item.kind === "catch-up") {
      return [<CatchUpRow key={item.id} task={item.task} catchUp={item.catchUp} viewer={viewer} />];
    }
    const { days, earlier, ...missed } = item;
    const { task } = item;
    return [
      <MissedRow key={item.id} {...missed} category={category} viewer={viewer} onShow={onShow} />,
      ...days.map((day) => occurrence(day, true)),
      earlier > 0 && (
        <EarlierRow key={`${task.id} earlier`} task={task} earlier={earlier} onShow={onShow} />
      ),
    ];
  }

  return (
    <div className="card">
      <Presence>
        {groups.map(({ category, items }) => (
          <Group key={category} className={items.length === 1 ? "group single" : "group"}>
            <CategoryHeading
              as="h3"
              category={category}
              count={formatCount(items.length, locale)}
            />
            <ul className="rows" data-long={isLong || undefined}>
              <Presence>
                {items.flatMap((item) => rows(item, items.length === 1 ? category : undefined))}
              </Presence>
            </ul>
          </Group>
        ))}
      </Presence>
    </div>
  );
}

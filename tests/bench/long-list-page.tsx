import { createElement, type ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { allTasks } from "../../src/domain/tasks/task-groups.ts";
import { todayBuckets } from "../../src/domain/tasks/today.ts";
import { TaskCard } from "../../src/features/tasks/task-card.tsx";
import styles from "../../src/features/tasks/tasks-tab.module.css";
import { TodaySection } from "../../src/features/today/today-section.tsx";
import { CategoryBadge } from "../../src/ui/category-badge.tsx";
import { type ElementMarkup, markupOf, PlainList, withHandlers } from "./long-list-plain.ts";
import { longListTasks, TODAY, VIEWER } from "./long-list-tasks.ts";

/** Runs in a page: mounts one long list, ours or the plain one, and times its first commit. */

const CARDS = 500;

export interface FirstCommit {
  /** milliseconds until React has the list in the document */
  readonly commit: number;
  /** milliseconds until its first frame is painted */
  readonly paint: number;
  readonly html: string;
}

const ignore = async () => true;

/** The three sections of the Today tab. */
function today(): ReactElement {
  const now = Date.parse(`${TODAY}T12:00:00Z`);
  const buckets = todayBuckets(longListTasks(CARDS), { ...VIEWER, now });
  const shared = { viewer: VIEWER, onShowEarlier: ignore };
  return (
    <>
      <TodaySection name="Active" groups={buckets.active} {...shared} />
      <TodaySection name="Done" groups={buckets.done} {...shared} />
      <TodaySection name="Overdue" groups={buckets.overdue} {...shared} />
    </>
  );
}

/** The groups of the Tasks tab, as tasks-tab.tsx shows them. */
function tasks(): ReactElement {
  const groups = allTasks(longListTasks(CARDS), TODAY);
  const actions = { onEdit: ignore, onDelete: ignore, onLeave: ignore, onHistory: ignore };
  return (
    <>
      {groups.map(({ category, items }) => (
        <section key={category} className={styles.group} aria-label={category}>
          <h2 className={styles.heading}>
            <CategoryBadge category={category} />
            <span className={styles.count}>{`${items.length} tasks`}</span>
          </h2>
          <ul className={styles.cards}>
            {items.map(({ task }) => (
              <TaskCard
                key={task.id}
                task={task}
                today={TODAY}
                isMine={task.ownerId === VIEWER.userId}
                inLongList={true}
                {...actions}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const screens = { today, tasks };
export type Screen = keyof typeof screens;

let list: ReactElement | null = null;

async function mount(): Promise<FirstCommit> {
  // Whatever there was to paint or to do before is over: the page waits for its list.
  await afterFrame();
  const main = document.body.appendChild(document.createElement("main"));
  const root = createRoot(main);
  const started = performance.now();
  flushSync(() => root.render(list));
  const commit = performance.now() - started;
  await afterFrame();
  return { commit, paint: performance.now() - started, html: main.innerHTML };
}

/** What is queued from within a frame's preparation comes after its painting. */
const afterFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const longList = {
  prepareOurs(screen: Screen): void {
    list = screens[screen]();
  },
  preparePlain(markup: readonly ElementMarkup[]): void {
    list = createElement(PlainList, { markup: markup.map(withHandlers) });
  },
  mount,
  /** The markup of what is mounted. */
  markup: (): ElementMarkup[] =>
    [...(document.querySelector("main")?.children ?? [])].map(markupOf),
};

declare global {
  var rotaLongList: typeof longList;
}

globalThis.rotaLongList = longList;

import { ChakraProvider } from "@chakra-ui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { allTasks } from "../../src/domain/tasks/task-groups.ts";
import { todayBuckets } from "../../src/domain/tasks/today.ts";
import { TaskCards } from "../../src/features/tasks/task-card.styles.ts";
import { TaskCard } from "../../src/features/tasks/task-card.tsx";
import { TodaySection } from "../../src/features/today/today-section.tsx";
import { CategoryHeading } from "../../src/ui/category-heading.tsx";
import { system } from "../../src/ui/theme/system.ts";
import { type ElementMarkup, markupOf, PlainList, withHandlers } from "./long-list-plain.ts";
import { CARDS, longListTasks, TODAY, VIEWER } from "./long-list-tasks.ts";

/** Runs in a page: mounts one long list, ours or the plain one, and times its first commit. */

export interface FirstCommit {
  /** milliseconds until React has the list in the document */
  readonly commit: number;
  /** milliseconds until its first frame is painted */
  readonly paint: number;
  readonly html: string;
}

const ignore = () => {};

/** The three sections of the Today tab. */
function today(): ReactElement {
  const now = Date.parse(`${TODAY}T12:00:00Z`);
  const buckets = todayBuckets(longListTasks(CARDS), { ...VIEWER, now });
  return (
    <>
      <TodaySection name="Active" groups={buckets.active} viewer={VIEWER} />
      <TodaySection name="Done" groups={buckets.done} viewer={VIEWER} />
      <TodaySection name="Overdue" groups={buckets.overdue} viewer={VIEWER} />
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
        <section key={category} aria-label={category}>
          <CategoryHeading as="h2" category={category} count={`${items.length} tasks`} />
          <TaskCards data-long>
            {items.map(({ task }) => (
              <TaskCard
                key={task.id}
                task={task}
                today={TODAY}
                isMine={task.ownerId === VIEWER.userId}
                {...actions}
              />
            ))}
          </TaskCards>
        </section>
      ))}
    </>
  );
}

const screens = { today, tasks };
export type Screen = keyof typeof screens;

const main = document.body.appendChild(document.createElement("main"));
const root = createRoot(main);
const queryClient = new QueryClient();
let list: ReactElement | null = null;

/** In what the app has around its screens. */
const inApp = (children: ReactNode) => (
  <ChakraProvider value={system}>
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  </ChakraProvider>
);

async function mount(): Promise<FirstCommit> {
  // Whatever there was to paint or to do before is over: the page waits for its list.
  await afterFrame();
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
    flushSync(() => root.render(inApp(null)));
    list = inApp(screens[screen]());
  },
  preparePlain(markup: readonly ElementMarkup[]): void {
    list = createElement(PlainList, { markup: markup.map(withHandlers) });
  },
  mount,
  /** The style rules of what is mounted, the theme's included. */
  css: (): string =>
    [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
      .join("\n"),
  /** The markup of what is mounted. */
  markup: (): ElementMarkup[] =>
    [...(document.querySelector("main")?.children ?? [])].map(markupOf),
};

declare global {
  var rotaLongList: typeof longList;
}

globalThis.rotaLongList = longList;

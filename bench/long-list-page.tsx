import { ChakraProvider } from "@chakra-ui/react";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { PageStyles } from "../src/app/page-styles.tsx";
import { createQueryClient } from "../src/app/query-client.ts";
import { AuthProvider } from "../src/auth/auth.tsx";
import TasksTab from "../src/features/tasks/tasks-tab.tsx";
import { TodayTab } from "../src/features/today/today-tab.tsx";
import { system } from "../src/ui/theme/system.ts";
import { type ElementMarkup, markupOf, PlainList, withHandlers } from "./long-list-plain.ts";
import { longListTasks, OWNER } from "./long-list-tasks.ts";

/** Runs in a page: mounts a tab with a long list, ours or the plain one, and times its first commit. */

const CARDS = 500;

export interface FirstCommit {
  /** milliseconds until React has the list in the document */
  readonly commit: number;
  /** milliseconds until its first frame is painted */
  readonly paint: number;
  readonly html: string;
}

const screens = {
  today: <TodayTab />,
  tasks: <TasksTab />,
};
export type Screen = keyof typeof screens;

function clientWith(count: number): QueryClient {
  const client = createQueryClient();
  const profile = { fullName: "Ann", timeZone: "UTC" };
  client.setQueryData(["task-list", OWNER], {
    profile,
    tasks: longListTasks(count),
    invitations: [],
    households: [],
  });
  return client;
}

const emptyList = clientWith(0);
const longList = clientWith(CARDS);
const noBackend = () => new Promise<never>(() => {});

/** The app's providers around its tabs. */
const inApp = (client: QueryClient, children: ReactElement | null) => (
  <ChakraProvider value={system}>
    <PageStyles />
    <QueryClientProvider client={client}>
      <AuthProvider supabase={noBackend} linkClient={noBackend}>
        {children}
      </AuthProvider>
    </QueryClientProvider>
  </ChakraProvider>
);

const main = document.body.appendChild(document.createElement("main"));
const root = createRoot(main);
let list: ReactElement | null = null;

async function mount(): Promise<FirstCommit> {
  // Earlier paints and tasks are over: the page only waits for its list.
  await afterFrame();
  const started = performance.now();
  flushSync(() => root.render(list));
  const commit = performance.now() - started;
  await afterFrame();
  return { commit, paint: performance.now() - started, html: main.innerHTML };
}

/** Tasks queued while a frame is prepared run after its paint. */
const afterFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const bench = {
  prepareOurs(screen: Screen): void {
    // The tab is mounted before its list, so its other parts don't count as the list's.
    flushSync(() => root.render(inApp(emptyList, screens[screen])));
    flushSync(() => root.render(inApp(longList, null)));
    list = inApp(longList, screens[screen]);
  },
  preparePlain(markup: readonly ElementMarkup[]): void {
    list = createElement(PlainList, { markup: markup.map(withHandlers) });
  },
  mount,
  /** The rules of all styles, including those made while mounting. */
  css: (): string =>
    [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
      .join("\n"),
  markup: (): ElementMarkup[] => [...main.children].map(markupOf),
};

declare global {
  var rotaLongList: typeof bench;
}

globalThis.rotaLongList = bench;

import type { Page } from "@playwright/test";

/** The little of React's fibers that its profiler goes by. */
interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly memoizedProps: { readonly task?: { readonly title: string } } | null;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

declare global {
  interface Window {
    /** titles of the tasks whose rows or cards were rendered since the last look */
    rotaRendered: Set<string>;
  }
}

/** Runs in the page, before React: takes the place of the profiler of React's developer tools. */
function installProfiler(): void {
  /** React's mark of a component that ran its function in this commit, in every build. */
  const PERFORMED_WORK = 1;
  window.rotaRendered = new Set();
  const visit = (fiber: Fiber): void => {
    const title = fiber.memoizedProps?.task?.title;
    const isComponent = typeof fiber.type !== "string" && fiber.type !== null;
    if (title && isComponent && fiber.flags & PERFORMED_WORK) window.rotaRendered.add(title);
    // The same children: this part of the tree was left alone.
    if (fiber.alternate !== null && fiber.alternate.child === fiber.child) return;
    for (let child = fiber.child; child; child = child.sibling) visit(child);
  };
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_renderer: number, root: { current: Fiber }) => visit(root.current),
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
    },
  });
}

/**
 * Watches what React renders on this page, as the profiler of its developer tools does. The returned
 * function gives the titles of the tasks whose rows or cards were rendered since it was last called.
 */
export async function recordRenders(page: Page): Promise<() => Promise<Set<string>>> {
  await page.addInitScript(installProfiler);
  return async () => {
    const titles = await page.evaluate(() => {
      const rendered = [...window.rotaRendered];
      window.rotaRendered.clear();
      return rendered;
    });
    return new Set(titles);
  };
}

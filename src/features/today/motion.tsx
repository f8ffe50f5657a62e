import {
  type ComponentProps,
  createContext,
  type ElementType,
  Fragment,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { whenIdle } from "../../ui/when-idle.ts";

/** What the list is made of. What stands in a `Presence` has a key. */
export interface MotionParts {
  readonly Root: ElementType<{ children: ReactNode }>;
  readonly Presence: ElementType<{ children: ReactNode }>;
  readonly Section: ElementType<ComponentProps<"section">>;
  readonly Group: ElementType<ComponentProps<"div">>;
  readonly Row: ElementType<ComponentProps<"li">>;
}

const STILL: MotionParts = {
  Root: Fragment,
  Presence: Fragment,
  Section: "section",
  Group: "div",
  Row: "li",
};

/** More rows than this come and go without ado. */
const MOST_ROWS = 40;

/** What a row would lose by being mounted again: the focus, notes shown whole, a tap under way. */
const IN_USE =
  "[data-section] :is(:focus, :active, [aria-expanded=true], [data-fresh], [data-pressed])";

/** Once it is there, a list that is shown again moves from the start. */
let loaded: MotionParts | null = null;

const Parts = createContext(STILL);

/** The parts of the list around, moving or not. */
export const useMotionParts = () => useContext(Parts);

/**
 * Makes the sections in it come and go with framer-motion, which is loaded when the page is idle.
 * Until then the parts are plain elements. Changing them mounts the rows again, so that is done only
 * while none of them is being used, once, and not in a long list.
 */
export function Motion({ rowCount, children }: { rowCount: number; children: ReactNode }) {
  const isShort = rowCount <= MOST_ROWS;
  const [parts, setParts] = useState(() => (isShort && loaded) || STILL);
  const start = useEffectEvent(() => {
    const isInUse = document.querySelector(IN_USE) !== null;
    // At once: otherwise a row could be tapped after this look, and be mounted again under the tap.
    const next = loaded;
    if (next && isShort && !isInUse) flushSync(() => setParts(next));
  });

  useEffect(() => {
    if (loaded || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let isShown = true;
    const cancel = whenIdle(async () => {
      loaded = (await import("./moving-parts.tsx")).MOVING;
      if (isShown) start();
    });
    return () => {
      isShown = false;
      cancel();
    };
  }, []);

  const { Root, Presence } = parts;
  return (
    <Parts value={parts}>
      <Root>
        <Presence>{children}</Presence>
      </Root>
    </Parts>
  );
}

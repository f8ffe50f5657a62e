import {
  type ComponentProps,
  createContext,
  type ElementType,
  Fragment,
  type ReactNode,
  useContext,
} from "react";

/** What the list is made of. What stands in a `Presence` has a key. */
export interface MotionParts {
  readonly Presence: ElementType<{ children: ReactNode }>;
  readonly Section: ElementType<ComponentProps<"section">>;
  readonly Group: ElementType<ComponentProps<"div">>;
  readonly Row: ElementType<ComponentProps<"li">>;
}

/** The parts of the list around, moving or not. */
export const Parts = createContext<MotionParts>({
  Presence: Fragment,
  Section: "section",
  Group: "div",
  Row: "li",
});

export const useMotionParts = () => useContext(Parts);

import {
  type AriaAttributes,
  createContext,
  type ElementType,
  Fragment,
  type KeyboardEventHandler,
  type ReactNode,
  useContext,
} from "react";

/** What a part of the list may have. */
export interface PartProps extends AriaAttributes {
  className?: string | undefined;
  tabIndex?: number | undefined;
  onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined;
  children?: ReactNode;
}

/** What the list is made of. What stands in a `Presence` has a key. */
export interface MotionParts {
  readonly Presence: ElementType<{ children: ReactNode }>;
  readonly Section: ElementType<PartProps>;
  readonly Group: ElementType<PartProps>;
  readonly Row: ElementType<PartProps>;
}

/** The parts of the list around, moving or not. */
export const Parts = createContext<MotionParts>({
  Presence: Fragment,
  Section: "section",
  Group: "div",
  Row: "li",
});

export const useMotionParts = () => useContext(Parts);

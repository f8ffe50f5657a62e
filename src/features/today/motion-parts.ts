import {
  type AriaAttributes,
  createContext,
  type ElementType,
  Fragment,
  type KeyboardEventHandler,
  type ReactNode,
  useContext,
} from "react";

export interface PartProps extends AriaAttributes {
  className?: string | undefined;
  tabIndex?: number | undefined;
  onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined;
  children?: ReactNode;
}

/** Elements of the list; children of a `Presence` need keys. */
export interface MotionParts {
  readonly Presence: ElementType<{ children: ReactNode }>;
  readonly Section: ElementType<PartProps>;
  readonly Group: ElementType<PartProps>;
  readonly Row: ElementType<PartProps>;
}

export const Parts = createContext<MotionParts>({
  Presence: Fragment,
  Section: "section",
  Group: "div",
  Row: "li",
});

export const useMotionParts = () => useContext(Parts);

import {
  AnimatePresence,
  domAnimation,
  LazyMotion,
  MotionConfig,
  m,
  useIsPresent,
} from "framer-motion";
import type { ReactNode } from "react";
import { type MotionParts, type PartProps, Parts } from "./motion-parts.ts";

const SHOWN = { opacity: 1, height: "auto" };
const REMOVED = { opacity: 0, height: 0, marginTop: 0, paddingTop: 0, paddingBottom: 0 };
/** in seconds */
const TRANSITION = { duration: 0.2, ease: "easeOut" } as const;

function Moving({ tag, ...props }: PartProps & { tag: "section" | "div" | "li" }) {
  const Element = m[tag];
  // Assistive technology has heard of what is leaving, and it can't be acted on.
  const isLeaving = !useIsPresent();
  return (
    <Element
      {...props}
      inert={isLeaving}
      aria-hidden={isLeaving || undefined}
      initial={{ opacity: 0 }}
      animate={SHOWN}
      exit={REMOVED}
      style={{ overflow: isLeaving ? "hidden" : "visible" }}
    />
  );
}

/** Only changes are animated; rows that stay aren't rendered when others leave. */
function Presence({ children }: { children: ReactNode }) {
  return (
    <AnimatePresence initial={false} presenceAffectsLayout={false}>
      {children}
    </AnimatePresence>
  );
}

const MOVING: MotionParts = {
  Presence,
  Section: (props: PartProps) => <Moving tag="section" {...props} />,
  Group: (props: PartProps) => <Moving tag="div" {...props} />,
  Row: (props: PartProps) => <Moving tag="li" {...props} />,
};

export default function MovingParts({ children }: { children: ReactNode }) {
  return (
    <Parts value={MOVING}>
      <MotionConfig reducedMotion="user" transition={TRANSITION}>
        <LazyMotion features={domAnimation} strict>
          <Presence>{children}</Presence>
        </LazyMotion>
      </MotionConfig>
    </Parts>
  );
}

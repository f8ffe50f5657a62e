import { domAnimation, LazyMotion, MotionConfig, m } from "framer-motion";
import { useEffect, useState } from "react";
import { classes } from "../../ui/classes.ts";
import noteStyles from "../../ui/notes.module.css";
import styles from "./occurrence-row.module.css";
import { DoneMark } from "./tick.tsx";

/** Milliseconds: let the tick be seen before the row goes, by whoever did not see it being drawn, too. */
const SEEN = 60;
/** Seconds. */
const GONE = 0.18;

interface LeavingRowProps {
  title: string;
  notes: string | null;
  onLeft: () => void;
}

/**
 * What is left of a row that was done: it shows its tick, fades, and gives up its room. It stands
 * still at first: making it move costs a layout, which the frame that shows the tick does without.
 */
export function LeavingRow({ title, notes, onLeft }: LeavingRowProps) {
  const [isGoing, setGoing] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setGoing(true), SEEN);
    return () => clearTimeout(timer);
  }, []);

  // Assistive technology has heard of it already, and it can't be acted on.
  const row = { className: styles.leaving, "aria-hidden": true };
  const ghost = (
    <div className={styles.row}>
      <DoneMark />
      <div className={styles.body}>
        <p className={styles.title} dir="auto">
          {title}
        </p>
        {notes && (
          <p className={classes(noteStyles.notes, noteStyles.cut)} dir="auto">
            {notes}
          </p>
        )}
      </div>
    </div>
  );
  if (!isGoing) return <li {...row}>{ghost}</li>;
  return (
    <MotionConfig reducedMotion="user">
      <LazyMotion features={domAnimation} strict>
        <m.li
          {...row}
          initial={{ opacity: 1, height: "auto" }}
          animate={{ opacity: 0, height: 0 }}
          transition={{ duration: GONE, ease: "easeIn" }}
          onAnimationComplete={onLeft}
        >
          {ghost}
        </m.li>
      </LazyMotion>
    </MotionConfig>
  );
}

import { domAnimation, LazyMotion, MotionConfig, m } from "framer-motion";
import styles from "./occurrence-row.module.css";
import { DoneMark } from "./tick.tsx";

/** Seconds: the button has begun to draw the tick; let it be seen before the row goes. */
const DRAWN = 0.15;
const GONE = 0.18;

interface LeavingRowProps {
  title: string;
  notes: string | null;
  onLeft: () => void;
}

/** What is left of a row that was done: it shows its tick, fades, and gives up its room. */
export function LeavingRow({ title, notes, onLeft }: LeavingRowProps) {
  return (
    <MotionConfig reducedMotion="user">
      <LazyMotion features={domAnimation} strict>
        <m.li
          className={styles.leaving}
          // Assistive technology has heard of it already, and it can't be acted on.
          aria-hidden="true"
          initial={{ opacity: 1, height: "auto" }}
          animate={{ opacity: 0, height: 0 }}
          transition={{ delay: DRAWN, duration: GONE, ease: "easeIn" }}
          onAnimationComplete={onLeft}
        >
          <div className={styles.row}>
            <DoneMark />
            <div className={styles.body}>
              <p className={styles.title}>{title}</p>
              {notes && <p className={styles.notes}>{notes}</p>}
            </div>
          </div>
        </m.li>
      </LazyMotion>
    </MotionConfig>
  );
}

import { useState } from "react";
import { paintFirst } from "../../ui/after-paint.ts";
import { classes } from "../../ui/classes.ts";
import styles from "./occurrence-row.module.css";

/** One element for every row: a long list makes hundreds of them. */
const CIRCLE = (
  <svg
    className={styles.circle}
    viewBox="0 0 28 28"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <circle className={styles.round} cx="14" cy="14" r="12" />
    <path className={styles.sign} strokeWidth="2.5" d="M8.5 14.5l3.7 3.7L19.5 10.5" />
  </svg>
);

/**
 * The empty circle that marks an occurrence as done. The request goes out with the tap, and the
 * circle fills in the same frame; the list, which may be long, follows in the next ones.
 */
export function TickButton(props: { label: string; onPress: (button: HTMLElement) => void }) {
  const [isPressed, setPressed] = useState(false);
  return (
    <button
      type="button"
      className={classes(styles.tick, isPressed ? styles.mark : styles.open)}
      data-fresh={isPressed || undefined}
      aria-label={props.label}
      onClick={({ currentTarget }) => {
        if (isPressed) return;
        setPressed(true);
        paintFirst();
        props.onPress(currentTarget);
      }}
    >
      {CIRCLE}
    </button>
  );
}

/** The filled circle of what is done. */
export function DoneMark() {
  return <span className={classes(styles.tick, styles.mark)}>{CIRCLE}</span>;
}

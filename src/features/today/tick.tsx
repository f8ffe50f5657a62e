import { classes } from "../../ui/classes.ts";
import styles from "./occurrence-row.module.css";

function Circle() {
  return (
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
}

/** The empty circle that marks an occurrence as done. */
export function TickButton(props: { label: string; onPress: (button: HTMLElement) => void }) {
  return (
    <button
      type="button"
      className={classes(styles.tick, styles.open)}
      aria-label={props.label}
      onClick={(event) => props.onPress(event.currentTarget)}
    >
      <Circle />
    </button>
  );
}

/** The filled circle; it draws its tick when it is `fresh`. */
export function DoneMark({ fresh }: { fresh: boolean }) {
  return (
    <span className={classes(styles.tick, styles.mark)} data-fresh={fresh || undefined}>
      <Circle />
    </span>
  );
}

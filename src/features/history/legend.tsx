import type { DayStatus } from "../../domain/tasks/day-status.ts";
import styles from "./month-grid.module.css";
import { StatusIcon } from "./status-icon.tsx";
import { STATUS_NAMES } from "./status-names.ts";

const ORDER: readonly DayStatus[] = ["completed", "missed", "due-future", "due-today"];

export function Legend() {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {ORDER.map((status) => (
        <li key={status}>
          <span className={styles.sample} data-status={status}>
            <StatusIcon status={status} />
          </span>
          {STATUS_NAMES[status]}
        </li>
      ))}
    </ul>
  );
}

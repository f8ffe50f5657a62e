import type { DayStatus } from "../../domain/tasks/day-status.ts";
import styles from "./month-grid.module.css";
import { STATUS_NAMES } from "./status-names.ts";
import { StatusSign } from "./status-sign.tsx";

const ORDER: readonly DayStatus[] = ["completed", "missed", "due-future", "due-today"];

export function Legend() {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {ORDER.map((status) => (
        <li key={status}>
          <span className={styles.sample} data-status={status}>
            <StatusSign status={status} />
          </span>
          {STATUS_NAMES[status]}
        </li>
      ))}
    </ul>
  );
}

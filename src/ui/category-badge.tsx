import { categoryColour } from "../domain/tasks/category-colour.ts";
import styles from "./category-badge.module.css";

export function CategoryBadge({ category }: { category: string }) {
  return (
    <span className={styles.badge} data-colour={categoryColour(category)}>
      {category}
    </span>
  );
}

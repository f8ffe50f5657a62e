import { categoryColour } from "../domain/tasks/category-colour.ts";

interface CategoryHeadingProps {
  as: "h2" | "h3";
  category: string;
  /** how many there are of it: '3' or '3 tasks' */
  count: string;
}

export function CategoryBadge({ category }: { category: string }) {
  return (
    <span className="category-badge" data-colour={categoryColour(category)} dir="auto">
      {category}
    </span>
  );
}

export function CategoryHeading({ as: Heading, category, count }: CategoryHeadingProps) {
  return (
    <Heading className="category-heading">
      <CategoryBadge category={category} />
      <span className="category-count">{count}</span>
    </Heading>
  );
}

import { chakra } from "@chakra-ui/react";
import { categoryColour } from "../domain/tasks/category-colour.ts";

interface CategoryHeadingProps {
  as: "h2" | "h3";
  category: string;
  /** how many there are of it: '3' or '3 tasks' */
  count: string;
}

/** A category's name in its colour. */
export function CategoryBadge({ category }: { category: string }) {
  const colour = `category.${categoryColour(category)}`;
  return (
    <chakra.span
      maxW="full"
      px="2.5"
      py="0.5"
      bg={`${colour}.bg`}
      color={`${colour}.fg`}
      borderRadius="full"
      fontSize="sm"
      dir="auto"
    >
      {category}
    </chakra.span>
  );
}

/** The head of a group of tasks: its category as a badge, and a count. */
export function CategoryHeading({ as, category, count }: CategoryHeadingProps) {
  return (
    <chakra.h2 as={as} display="flex" alignItems="center" gap="2">
      <CategoryBadge category={category} />
      <chakra.span
        flexShrink="0"
        color="fg.muted"
        fontSize="sm"
        fontWeight="normal"
        fontVariantNumeric="tabular-nums"
      >
        {count}
      </chakra.span>
    </chakra.h2>
  );
}

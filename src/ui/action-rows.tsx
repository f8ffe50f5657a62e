import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";
import { ListRow } from "./list-row.tsx";
import { screenHeading } from "./screen-heading.ts";

interface Row {
  readonly key: string;
  readonly text: ReactNode;
  readonly hint?: string;
  readonly action: string;
  readonly name: string;
  /** whether the row goes with the action, and its button with it */
  readonly isGone?: boolean;
  readonly onAct: () => void;
}

interface ActionRowsProps {
  readonly title: string;
  readonly hint?: string;
  readonly rows: readonly Row[];
  /** in place of no rows; without it there is nothing at all then */
  readonly none?: string;
}

export function ActionRows({ title, hint, rows, none }: ActionRowsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  if (rows.length === 0 && !none) return null;
  return (
    <Stack gap="3">
      <chakra.h2 ref={heading} tabIndex={-1}>
        {title}
      </chakra.h2>
      {hint && <chakra.p color="fg.muted">{hint}</chakra.p>}
      {rows.length === 0 && <p>{none}</p>}
      <ul aria-label={title}>
        {rows.map((row) => (
          <ListRow key={row.key} text={row.text} hint={row.hint}>
            <Button
              variant="outline"
              aria-label={row.name}
              onClick={() => {
                // With the last row the whole part may go.
                const stays = rows.length > 1 || none;
                if (row.isGone) (stays ? heading.current : screenHeading())?.focus();
                row.onAct();
              }}
            >
              {row.action}
            </Button>
          </ListRow>
        ))}
      </ul>
    </Stack>
  );
}

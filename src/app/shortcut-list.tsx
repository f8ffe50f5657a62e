import { chakra } from "@chakra-ui/react";
import { SHORTCUTS } from "./use-shortcuts.ts";

/** The single keys, and what each does. */
export function ShortcutList() {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="auto 1fr"
      alignItems="center"
      columnGap="4"
      rowGap="2"
    >
      {SHORTCUTS.map(([key, does]) => (
        <chakra.div key={key} display="contents">
          <dt>
            <chakra.kbd
              display="inline-grid"
              placeItems="center"
              minW="2rem"
              minH="2rem"
              px="2"
              borderWidth="1px"
              borderColor="border.control"
              borderRadius="sm"
              fontFamily="inherit"
              fontWeight="semibold"
            >
              {key}
            </chakra.kbd>
          </dt>
          <dd>{does}</dd>
        </chakra.div>
      ))}
    </chakra.dl>
  );
}

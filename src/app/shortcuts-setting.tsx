import { chakra, Stack } from "@chakra-ui/react";
import { useId } from "react";
import { Button } from "../ui/button.tsx";
import { Switch } from "../ui/switch.tsx";
import { turnShortcuts, useAreShortcutsOn } from "./use-shortcuts.ts";

/** On About: the list of keys, and the way to turn them off. */
export function ShortcutsSetting({ onShowList }: { onShowList: () => void }) {
  const id = useId();
  return (
    <Stack gap="3" alignItems="flex-start">
      <h2>Keyboard</h2>
      <chakra.div display="flex" alignItems="center" gap="3" minH="touch">
        <Switch
          id={id}
          checked={useAreShortcutsOn()}
          onChange={(event) => turnShortcuts(event.target.checked)}
        />
        <label htmlFor={id}>Single keys work as shortcuts, in this browser</label>
      </chakra.div>
      <Button variant="outline" onClick={onShowList}>
        Keyboard shortcuts
      </Button>
    </Stack>
  );
}

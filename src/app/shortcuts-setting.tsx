import { chakra, Stack } from "@chakra-ui/react";
import { useId } from "react";
import { turnSingleKeys, useAreSingleKeysOn } from "../ui/single-keys.ts";
import { Switch } from "../ui/switch.tsx";
import { ShortcutList } from "./shortcuts-dialog.tsx";

export function ShortcutsSetting() {
  const id = useId();
  return (
    <Stack gap="4">
      <chakra.div display="flex" alignItems="center" gap="3" minH="touch">
        <Switch
          id={id}
          checked={useAreSingleKeysOn()}
          onChange={(event) => turnSingleKeys(event.target.checked)}
        />
        <label htmlFor={id}>Single keys work as shortcuts, in this browser</label>
      </chakra.div>
      <p>On Today, Tasks, About and the page of a task, while you do not type:</p>
      <ShortcutList />
    </Stack>
  );
}

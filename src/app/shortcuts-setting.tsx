import { Stack } from "@chakra-ui/react";
import { turnSingleKeys, useAreSingleKeysOn } from "../ui/single-keys.ts";
import { SwitchRow } from "../ui/switch-row.tsx";
import { ShortcutList } from "./shortcuts-dialog.tsx";

export const ShortcutsSetting = () => (
  <Stack gap="4">
    <SwitchRow
      label="Single keys work as shortcuts, in this browser"
      isOn={useAreSingleKeysOn()}
      onChange={turnSingleKeys}
    />
    <p>On Today, Tasks, About and the page of a task, while you do not type:</p>
    <ShortcutList />
  </Stack>
);

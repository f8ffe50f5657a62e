import { chakra, Stack } from "@chakra-ui/react";
import { AppDialog } from "../ui/dialog.tsx";
import { turnSingleKeys, useAreSingleKeysOn } from "../ui/single-keys.ts";
import { SwitchRow } from "../ui/switch-row.tsx";
import { SHORTCUTS } from "./use-shortcuts.ts";

export default function ShortcutsDialog({ onClosed }: { onClosed: () => void }) {
  const areOn = useAreSingleKeysOn();
  return (
    <AppDialog title="Keyboard shortcuts" onClosed={onClosed}>
      {() => (
        <>
          <ShortcutList />
          <chakra.p mt="4" mb="2" color="fg.muted" fontSize="sm">
            {areOn
              ? "They do nothing while you type. Turn them off in the settings."
              : "They are turned off. Turn them on in the settings."}
          </chakra.p>
        </>
      )}
    </AppDialog>
  );
}

function ShortcutList() {
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

import { chakra } from "@chakra-ui/react";
import { AppDialog } from "../ui/dialog.tsx";
import { ShortcutList } from "./shortcut-list.tsx";
import { useAreShortcutsOn } from "./use-shortcuts.ts";

/** The list of keys. */
export default function ShortcutsDialog({ onClosed }: { onClosed: () => void }) {
  const areOn = useAreShortcutsOn();
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

import { chakra, Stack } from "@chakra-ui/react";
import { type Message, msg } from "../domain/language/messages.ts";
import { AppDialog } from "../ui/dialog.tsx";
import { turnSingleKeys, useAreSingleKeysOn } from "../ui/single-keys.ts";
import { SwitchRow } from "../ui/switch-row.tsx";
import { useLocale } from "../ui/use-locale.ts";
import type { ShortcutKey } from "./use-shortcuts.ts";

const PAGE_KEYS: readonly (readonly [ShortcutKey, Message])[] = [
  ["n", msg("New task")],
  ["/", msg("Search tasks")],
  ["1", msg("Today")],
  ["2", msg("Tasks")],
  ["3", msg("About // a tab: about Rota")],
  ["j", msg("Next row // of a list")],
  ["k", msg("Previous row // of a list")],
  ["?", msg("This list // of keys")],
];

/** Those of a row of Today that has the focus (features/today/row-keys.ts); the menu comes on a card, too. */
const ROW_KEYS = [
  ["d", msg("Row: done, or undo // a key for a row of a list")],
  ["s", msg("Row: skip // a key for a row of a list")],
  ["p", msg("Row: put off, and more // a key for a row of a list")],
  ["w", msg("Row: who did it // a key for a row of a list")],
] as const;

export default function ShortcutsDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useLocale();
  const areOn = useAreSingleKeysOn();
  return (
    <AppDialog title={t("Keyboard shortcuts")} onClosed={onClosed}>
      {() => (
        <>
          <ShortcutList />
          <chakra.p mt="4" mb="2" color="fg.muted" fontSize="sm">
            {areOn
              ? t("They do nothing while you type. Turn them off in the settings. // shortcuts")
              : t("They are turned off. Turn them on in the settings. // shortcuts")}
          </chakra.p>
        </>
      )}
    </AppDialog>
  );
}

function ShortcutList() {
  const { t } = useLocale();
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="auto 1fr"
      alignItems="center"
      columnGap="4"
      rowGap="2"
    >
      {[...PAGE_KEYS, ...ROW_KEYS].map(([key, does]) => (
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
          <dd>{t(does)}</dd>
        </chakra.div>
      ))}
    </chakra.dl>
  );
}

export function ShortcutsSetting() {
  const { t } = useLocale();
  return (
    <Stack gap="4">
      <SwitchRow
        label={t("Single keys work as shortcuts, in this browser")}
        isOn={useAreSingleKeysOn()}
        onChange={turnSingleKeys}
      />
      <p>{t("On Today, Tasks, About and the page of a task, while you do not type:")}</p>
      <ShortcutList />
    </Stack>
  );
}

import { Menu, Portal } from "@chakra-ui/react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Directed } from "./directed.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { useStill } from "./pressed.ts";
import { menuRecipe } from "./theme/recipes/menu.recipe.ts";

export interface MenuLine {
  readonly label: string;
  readonly icon: IconName;
  readonly run: () => void;
}

interface ActionMenuProps {
  trigger: string;
  title: string;
  children?: ReactNode;
  lines: readonly MenuLine[];
  /** Called with what was chosen when it has left the screen and its button has the focus; unmount it then. */
  onClosed: (chosen: MenuLine | undefined) => void;
}

/** A sheet at the bottom of phones; open while mounted. */
export default function ActionMenu(props: ActionMenuProps) {
  const { trigger, title, children, onClosed } = props;
  const lines = useStill(props.lines);
  const id = useId();
  const [isOpen, setOpen] = useState(true);
  const chosen = useRef<MenuLine>(undefined);
  // All that is on a page is within one of its landmarks.
  const main = useRef(document.querySelector("main"));
  return (
    <Directed>
      <Menu.Root
        recipe={menuRecipe}
        ids={{ trigger }}
        open={isOpen}
        // By keyboard it begins at its first line.
        defaultHighlightedValue={document.querySelector(":focus-visible") && lines[0]?.label}
        positioning={{ placement: "bottom-end" }}
        onSelect={({ value }) => {
          chosen.current = lines.find(({ label }) => label === value);
        }}
        onOpenChange={({ open }) => setOpen(open)}
        onExitComplete={() => {
          document.getElementById(trigger)?.focus({ preventScroll: true });
          onClosed(chosen.current);
        }}
      >
        <Portal container={main}>
          <Menu.Positioner>
            <Menu.Content aria-labelledby={id}>
              <Menu.ItemGroup>
                <Menu.ItemGroupLabel id={id}>
                  <strong dir="auto">{title}</strong>
                  {children}
                </Menu.ItemGroupLabel>
                {lines.map(({ label, icon }) => (
                  <Menu.Item key={label} value={label}>
                    <Icon name={icon} />
                    {label}
                  </Menu.Item>
                ))}
              </Menu.ItemGroup>
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.Root>
    </Directed>
  );
}

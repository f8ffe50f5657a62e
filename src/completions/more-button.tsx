import { useId } from "react";
import { ask, type MenuOfRow } from "../dialogs/ask.ts";
import { rowIcon } from "../ui/icon.tsx";

interface MoreButtonProps {
  label: string;
  /** what its menu is about, asked when it is pressed */
  menu: (button: HTMLElement) => Omit<MenuOfRow, "trigger">;
}

/** The button at the end of a row that opens its menu. */
export function MoreButton({ label, menu }: MoreButtonProps) {
  const id = useId();
  return (
    <button
      type="button"
      id={id}
      className="more"
      aria-haspopup="menu"
      aria-label={label}
      onClick={({ currentTarget }) =>
        ask({ kind: "menu", menu: { ...menu(currentTarget), trigger: id } })
      }
    >
      {rowIcon("more")}
    </button>
  );
}

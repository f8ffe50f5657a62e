import { useEffect, useRef } from "react";
import { announce } from "../../ui/announcer.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useLocale } from "../../ui/use-locale.ts";

/** `data-row` of an element names its row, `data-part` the part of the row. */
export function useOrderedRows<Row>(
  rows: readonly Row[],
  onChange: (rows: readonly Row[]) => void,
  keyOf: (row: Row, index: number) => string | number,
) {
  const { t } = useLocale();
  const list = useRef<HTMLDivElement & HTMLOListElement>(null);
  const next = useRef<{ key: string | number; part: string } | null>(null);

  // Once the rows stand as they will: a pressed button may be gone, or elsewhere.
  useEffect(() => {
    if (!next.current) return;
    const { key, part } = next.current;
    next.current = null;
    const parts = [...(list.current?.querySelectorAll<HTMLElement>("[data-part]") ?? [])];
    const own = parts.filter((one) => one.closest(`[data-row="${key}"]`));
    (own.find(({ dataset }) => dataset.part === part) ?? own[0] ?? parts[0])?.focus();
  });

  function change(changed: readonly Row[], key: string | number, part: string) {
    next.current = { key, part };
    onChange(changed);
  }

  function move(from: number, by: -1 | 1, part: string, name: string) {
    const row = rows[from];
    const to = from + by;
    if (row === undefined || to < 0 || to >= rows.length) return;
    change(rows.toSpliced(from, 1).toSpliced(to, 0, row), keyOf(row, to), part);
    announce(t("{name} is number {place} of {count}", { name, place: to + 1, count: rows.length }));
  }

  return { list, change, move };
}

interface RowButtonsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  removal: string;
  onMove: (by: -1 | 1, part: "up" | "down") => void;
  onRemove: () => void;
  /** On narrow screens, one direction is enough to reach every order. */
  isNarrow?: boolean;
}

/** One that can't move its row stays where it is and keeps the focus, but does nothing. */
export function RowButtons({ name, isFirst, isLast, isNarrow = false, ...props }: RowButtonsProps) {
  const { t } = useLocale();
  const button = (part: "up" | "down" | "remove", label: string, isOff: boolean) => (
    <IconButton
      icon={part === "remove" ? "close" : part}
      ms={isNarrow ? undefined : "-2"}
      display={isNarrow && part === "down" ? { base: "none", sm: "inline-flex" } : undefined}
      opacity={isOff ? "0.4" : undefined}
      data-part={part}
      label={label}
      aria-disabled={isOff || undefined}
      onClick={() =>
        part === "remove" ? props.onRemove() : props.onMove(part === "up" ? -1 : 1, part)
      }
    />
  );
  return (
    <>
      {button("up", t("Move {name} up", { name }), isFirst)}
      {button("down", t("Move {name} down", { name }), isLast)}
      {button("remove", props.removal, false)}
    </>
  );
}

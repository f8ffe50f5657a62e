import type { Ref } from "react";
import { usePress } from "./tick.tsx";

const TEXTS = { undo: "Undo", skip: "Skip" };

interface RowButtonProps {
  kind: keyof typeof TEXTS;
  label: string;
  onPress: (button: HTMLElement) => Promise<void>;
  ref?: Ref<HTMLButtonElement>;
}

/** The button at a row's end. While Undo is pressed, the row's tick is erased (occurrence-row.styles.ts). */
export function RowButton({ kind, label, onPress, ref }: RowButtonProps) {
  const { isPressed, press } = usePress(onPress);
  return (
    <button
      ref={ref}
      type="button"
      className={kind}
      data-pressed={isPressed || undefined}
      aria-label={label}
      onClick={press}
    >
      {TEXTS[kind]}
    </button>
  );
}

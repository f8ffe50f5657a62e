import type { Ref } from "react";
import { usePress } from "./tick.tsx";

interface UndoButtonProps {
  label: string;
  onPress: (button: HTMLElement) => Promise<void>;
  ref?: Ref<HTMLButtonElement>;
}

/** Takes back what a row says is done. While it is pressed, the row's tick is erased (occurrence-row.styles.ts). */
export function UndoButton({ label, onPress, ref }: UndoButtonProps) {
  const { isPressed, press } = usePress(onPress);
  return (
    <button
      ref={ref}
      type="button"
      className="undo"
      data-pressed={isPressed || undefined}
      aria-label={label}
      onClick={press}
    >
      Undo
    </button>
  );
}

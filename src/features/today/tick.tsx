import type { MouseEvent, Ref } from "react";
import { rowIcon } from "../../ui/icon.tsx";
import { useHold } from "../../ui/use-hold.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { useUnderWay } from "../../ui/use-under-way.ts";

/** One element shared by all rows: a long list has hundreds of them. */
const CIRCLE = (
  <svg
    className="circle"
    viewBox="0 0 28 28"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <circle className="round" cx="14" cy="14" r="12" />
    <path className="sign" strokeWidth="2.5" d="M8.5 14.5l3.7 3.7L19.5 10.5" />
  </svg>
);

/** Shows a tap before the list is rendered. `act` never rejects. */
function usePress(act: (button: HTMLElement) => Promise<void>) {
  // A row that is still here after that was refused, or somebody changed it back.
  const [isPressed, begin] = useUnderWay();
  const press = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (!isPressed) begin(act(currentTarget));
  };
  return { isPressed, press };
}

export function TickButton(props: {
  label: string;
  onPress: (button: HTMLElement) => Promise<void>;
  onHold?: ((button: HTMLElement) => void) | undefined;
}) {
  const { isPressed, press } = usePress(props.onPress);
  const { isHolding, handlers } = useHold(props.onHold);
  return (
    <button
      type="button"
      className="tick"
      data-done={isPressed || undefined}
      data-fresh={isPressed || undefined}
      data-holding={isHolding || undefined}
      aria-label={props.label}
      onClick={press}
      {...handlers}
    >
      {CIRCLE}
    </button>
  );
}

export const SettledMark = ({ isSkipped }: { isSkipped: boolean }) => (
  <span className={isSkipped ? "tick skipped" : "tick"} data-done>
    {isSkipped ? rowIcon("skip") : CIRCLE}
  </span>
);

interface UndoButtonProps {
  label: string;
  onPress: (button: HTMLElement) => Promise<void>;
  ref?: Ref<HTMLButtonElement>;
}

/** While pressed, the row's tick is erased (occurrence-row.styles.ts). */
export function UndoButton({ label, onPress, ref }: UndoButtonProps) {
  const { t } = useLocale();
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
      {t("Undo")}
    </button>
  );
}

import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";

interface InPlaceProps {
  /** of the button */
  label: string;
  /** what is asked, given what closes it */
  children: (close: () => void) => ReactNode;
}

/** A button that opens, in place, what it asks. */
export function InPlace({ label, children }: InPlaceProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);

  function close() {
    // Before what is open goes: the dialog's focus trap would choose for itself.
    button.current?.focus();
    setOpen(false);
  }

  return (
    <>
      <Button
        ref={button}
        variant="outline"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        {label}
      </Button>
      {isOpen && children(close)}
    </>
  );
}

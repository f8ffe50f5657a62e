import { type ComponentProps, type ReactNode, Suspense, useState } from "react";
import { Button } from "./button.tsx";

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, "children" | "onClick"> {
  label: string;
  children: (onClosed: () => void) => ReactNode;
}

export function DialogButton({ label, children, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)} {...button}>
        {label}
      </Button>
      {isOpen && <Suspense>{children(() => setOpen(false))}</Suspense>}
    </>
  );
}

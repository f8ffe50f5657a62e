import { chakra } from "@chakra-ui/react";
import { Button } from "../../ui/button.tsx";
import { useSendInvitation } from "./mutations.ts";

/** The button that had the focus is gone. */
const takeFocus = (node: HTMLElement | null) => node?.focus();

/** Sends the invitation to an address once more, and then says so in its place. */
export function SendAgain({ email }: { email: string }) {
  const { mutate, isPending, isSuccess } = useSendInvitation();
  if (isSuccess) {
    return (
      <chakra.span ref={takeFocus} tabIndex={-1} role="status" fontSize="sm" px="2">
        Sent again
      </chakra.span>
    );
  }
  return (
    <Button
      variant="ghost"
      aria-label={`Send again to ${email}`}
      aria-busy={isPending}
      onClick={() => isPending || mutate(email)}
    >
      Send again
    </Button>
  );
}

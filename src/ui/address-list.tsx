import { chakra } from "@chakra-ui/react";
import type { MouseEvent } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

const Address = chakra("li", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    maxW: "full",
    ps: "4",
    bg: "bg.muted",
    borderRadius: "full",
    "& > span": { minW: "0", overflowWrap: "anywhere", py: "2" },
  },
});

interface AddressListProps {
  label: string;
  addresses: readonly string[];
  onRemove: (email: string) => void;
  /** Gets the focus when the last address goes. */
  focusAfterLast: () => void;
}

/** E-mail addresses, each with a button that removes it. */
export function AddressList({ label, addresses, onRemove, focusAfterLast }: AddressListProps) {
  function remove(email: string, { currentTarget }: MouseEvent<HTMLElement>) {
    // This button is removed with its address.
    const item = currentTarget.closest("li");
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
    if (neighbour) neighbour.querySelector("button")?.focus();
    else focusAfterLast();
    onRemove(email);
  }

  if (addresses.length === 0) return null;
  return (
    <chakra.ul aria-label={label} display="flex" flexWrap="wrap" gap="2">
      {addresses.map((email) => (
        <Address key={email}>
          <span dir="auto">{email}</span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${email}`}
            onClick={(event) => remove(email, event)}
          >
            <Icon name="close" />
          </Button>
        </Address>
      ))}
    </chakra.ul>
  );
}

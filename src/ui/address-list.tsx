import { chakra } from "@chakra-ui/react";
import type { MouseEvent, ReactNode } from "react";
import { IconButton } from "./icon-button.tsx";
import { useLocale } from "./use-locale.ts";

const Address = chakra("li", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "flex-end",
    maxW: "full",
    ps: "4",
    bg: "bg.muted",
    borderRadius: "1.375rem",
    "& > span": { flex: "1", minW: "0", overflowWrap: "anywhere", py: "2" },
    // Two buttons go below an address that they would squeeze.
    "&:has(button + button)": { flexWrap: "wrap", "& > span": { minW: "min(50vw, 10rem)" } },
  },
});

interface AddressListProps {
  label: string;
  addresses: readonly string[];
  notes?: ReadonlyMap<string, string> | undefined;
  actions?: (email: string) => ReactNode;
  onRemove: (email: string) => void;
  focusAfterLast: () => void;
}

export function AddressList(props: AddressListProps) {
  const { t } = useLocale();
  const { label, addresses, notes, actions, onRemove, focusAfterLast } = props;

  function remove(email: string, { currentTarget }: MouseEvent<HTMLElement>) {
    // This button is removed with its address.
    const item = currentTarget.closest("li");
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
    const removes = neighbour?.querySelectorAll("button") ?? [];
    if (removes.length > 0) removes[removes.length - 1]?.focus();
    else focusAfterLast();
    onRemove(email);
  }

  if (addresses.length === 0) return null;
  return (
    <chakra.ul aria-label={label} display="flex" flexWrap="wrap" gap="2">
      {addresses.map((email) => (
        <Address key={email}>
          <span>
            <bdi>{email}</bdi>
            {notes?.has(email) && (
              <chakra.span color="fg.muted" fontSize="sm">
                {" "}
                · {notes.get(email)}
              </chakra.span>
            )}
          </span>
          {actions?.(email)}
          <IconButton
            icon="close"
            label={t("Remove {address}", { address: email })}
            onClick={(event) => remove(email, event)}
          />
        </Address>
      ))}
    </chakra.ul>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useAddSharedContact, useSharedContacts } from "../../data/contacts.ts";
import { failureNotice } from "../../data/failure.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { notifyFailure, notifySuccess } from "../../ui/notices.ts";
import { SuggestInput } from "../../ui/suggest-input.tsx";

interface ShareFieldProps {
  addresses: readonly string[];
  /** What is typed and not added yet; it counts when the task is saved. */
  typed: string;
  error: string | undefined;
  onType: (text: string) => void;
  onAdd: (email: string) => void;
  onRemove: (email: string) => void;
}

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

/** The addresses a task is shared with, and the field for the next one (spec §2, §5). */
export function ShareField({ addresses, typed, error, onType, onAdd, onRemove }: ShareFieldProps) {
  const { data: contacts = [], error: contactsError } = useSharedContacts();
  const { mutate: remember } = useAddSharedContact();
  const [invalid, setInvalid] = useState(false);

  useEffect(() => {
    if (contactsError) notifyFailure(failureNotice("loadContacts", contactsError));
  }, [contactsError]);

  const isChosen = (email: string) => includes(addresses, email);

  /** An empty or already chosen address is ignored (spec §5). */
  function add(email: string) {
    if (email === "") return;
    if (!isEmail(email)) return setInvalid(true);
    if (isChosen(email)) return onType("");
    onAdd(email);
    if (includes(contacts, email)) return;
    remember(email, {
      onSuccess: () => notifySuccess("Contact added!", `Shared contact ${email} was added.`),
      onError: (failure) => notifyFailure(failureNotice("addContact", failure)),
    });
  }

  return (
    <Stack gap="3">
      <chakra.div display="flex" gap="2" alignItems="flex-start">
        <SuggestInput
          label="Share with email"
          type="email"
          inputMode="email"
          placeholder="name@example.com"
          value={typed}
          suggestions={contacts.filter((contact) => !isChosen(contact))}
          error={invalid ? "Invalid email" : error}
          onChange={(text) => {
            setInvalid(false);
            onType(text);
          }}
          onPick={add}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Enter adds the address; it does not save the task.
            event.preventDefault();
            add(typed.trim());
          }}
        />
        <Button variant="outline" mt="1.6875rem" onClick={() => add(typed.trim())}>
          Add
        </Button>
      </chakra.div>
      {addresses.length > 0 && (
        <chakra.ul aria-label="Shared with" display="flex" flexWrap="wrap" gap="2">
          {addresses.map((email) => (
            <Address key={email}>
              <span dir="auto">{email}</span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove ${email}`}
                onClick={() => onRemove(email)}
              >
                <Icon name="close" />
              </Button>
            </Address>
          ))}
        </chakra.ul>
      )}
    </Stack>
  );
}

function includes(addresses: readonly string[], email: string): boolean {
  return addresses.some((address) => address.toLowerCase() === email.toLowerCase());
}

/** The browser's own idea of an e-mail address, as in every field of that type. */
function isEmail(text: string): boolean {
  const input = document.createElement("input");
  input.type = "email";
  input.value = text;
  return input.validity.valid;
}

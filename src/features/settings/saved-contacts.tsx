import { chakra, Stack } from "@chakra-ui/react";
import { useRef } from "react";
import { told } from "../../completions/told-changes.ts";
import { useRemoveSharedContact, useSharedContacts } from "../../contacts/contacts.ts";
import { failedWords } from "../../supabase/failure-notice.ts";
import { AddressList } from "../../ui/address-list.tsx";
import { Known } from "../../ui/known.tsx";
import { toastSuccess } from "../../ui/toast.ts";

const REMOVE_FAILED = failedWords("Removing Contact", "remove the contact");

export function SavedContacts() {
  const query = useSharedContacts();
  const { mutateAsync } = useRemoveSharedContact();
  const heading = useRef<HTMLHeadingElement>(null);

  const remove = (email: string) =>
    told(mutateAsync(email), REMOVE_FAILED, () =>
      toastSuccess("Contact removed", `${email} is no longer suggested.`),
    );

  return (
    <Stack gap="3">
      <chakra.h2 ref={heading} tabIndex={-1}>
        Saved contacts
      </chakra.h2>
      <chakra.p color="fg.muted">
        Addresses you have shared a task with, suggested when you share the next one. Removing one
        ends no share.
      </chakra.p>
      <Known query={query} failed="Your contacts could not be loaded.">
        {(contacts) =>
          contacts.length === 0 ? (
            <p>No contacts yet.</p>
          ) : (
            <AddressList
              label="Saved contacts"
              addresses={contacts}
              onRemove={remove}
              focusAfterLast={() => heading.current?.focus()}
            />
          )
        }
      </Known>
    </Stack>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import { useRef } from "react";
import { told } from "../../completions/told-changes.ts";
import { useRemoveSharedContact, useSharedContacts } from "../../contacts/contacts.ts";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { AddressList } from "../../ui/address-list.tsx";
import { Known } from "../../ui/known.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";

const REMOVE_FAILED: FailureWords = {
  title: msg("Error Removing Contact"),
  description: msg("Failed to remove the contact. Please try again."),
};

export function SavedContacts() {
  const { t } = useLocale();
  const query = useSharedContacts();
  const { mutateAsync } = useRemoveSharedContact();
  const heading = useRef<HTMLHeadingElement>(null);

  const remove = (email: string) =>
    told(mutateAsync(email), REMOVE_FAILED, () =>
      toastSuccess(
        t("Contact removed"),
        t("{address} is no longer suggested.", { address: email }),
      ),
    );

  return (
    <Stack gap="3">
      <chakra.h2 ref={heading} tabIndex={-1}>
        {t("Saved contacts")}
      </chakra.h2>
      <chakra.p color="fg.muted">
        {t(
          "Addresses you have shared a task with, suggested when you share the next one. Removing one ends no share.",
        )}
      </chakra.p>
      <Known query={query} failed={t("Your contacts could not be loaded.")}>
        {(contacts) =>
          contacts.length === 0 ? (
            <p>{t("No contacts yet.")}</p>
          ) : (
            <AddressList
              label={t("Saved contacts")}
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

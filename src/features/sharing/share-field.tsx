import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { useSharedContacts } from "../../contacts/contacts.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { type Message, msg } from "../../domain/language/messages.ts";
import { includesAddress, isSameAddress } from "../../domain/tasks/address.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { AddressList } from "../../ui/address-list.tsx";
import { Button } from "../../ui/button.tsx";
import { Known, type Reading } from "../../ui/known.tsx";
import { SuggestInput } from "../../ui/suggest-input.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { spokenLocale, useLocale } from "../../ui/use-locale.ts";
import { useSendInvitation } from "./mutations.ts";
import type { Share } from "./queries.ts";

const LOAD_CONTACTS_FAILED: FailureWords = {
  title: msg("Failed to load shared contacts"),
};

interface ShareFieldProps {
  addresses: readonly string[];
  stored: Reading<readonly Share[]>;
  /** typed but not added yet; it counts when the task is saved */
  typed: string;
  error: string | undefined;
  onType: (text: string) => void;
  onAdd: (email: string) => void;
  onRemove: (email: string) => void;
}

export function ShareField(props: ShareFieldProps) {
  const { addresses, stored, typed, error, onType, onAdd, onRemove } = props;
  const locale = useLocale();
  const { t } = locale;
  const shares = stored.data;
  const { user } = useAuth();
  const { data: contacts = [], error: contactsError } = useSharedContacts();
  const [refusal, setRefusal] = useState<Message>();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!contactsError) return;
    toastFailure({
      ...failureNotice(LOAD_CONTACTS_FAILED, contactsError, spokenLocale.getState()),
      isBackground: true,
    });
  }, [contactsError]);

  const isChosen = (email: string) => includesAddress(addresses, email);

  function add(email: string) {
    if (email === "") return;
    const wrong = problemOf(email, user?.email ?? "");
    setRefusal(wrong);
    if (wrong) field.current?.focus();
    else if (isChosen(email)) onType("");
    else onAdd(email);
  }

  return (
    <Stack gap="3">
      <chakra.div display="flex" gap="2" alignItems="flex-start">
        <SuggestInput
          ref={field}
          label={t("Share with email")}
          type="email"
          inputMode="email"
          dir="ltr"
          placeholder="name@example.com"
          value={typed}
          suggestions={contacts.filter((contact) => !isChosen(contact))}
          error={refusal ? t(refusal) : error}
          hint={sendsMail ? undefined : t("This Rota sends no mail: tell them yourself.")}
          onChange={(text) => {
            setRefusal(undefined);
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
          {t("Add // an address")}
        </Button>
      </chakra.div>
      <Known query={stored} failed={t("Who has it could not be loaded. // a task")}>
        {() => null}
      </Known>
      <AddressList
        label={t("Shared with // addresses")}
        addresses={addresses}
        notes={shares && notesOf(shares, locale)}
        actions={(email) => sendsMail && isInvited(shares, email) && <SendAgain email={email} />}
        onRemove={onRemove}
        focusAfterLast={() => field.current?.focus()}
      />
      {addresses.some((email) => isInvited(shares, email)) && (
        <chakra.p fontSize="sm" color="fg.muted">
          {t(
            "You see that somebody takes part once they do something in the task. Rota tells nobody whether an address has an account, or who has declined.",
          )}
        </chakra.p>
      )}
    </Stack>
  );
}

const STATUS_TEXTS = {
  invited: msg("invited // beside an address"),
  taking_part: msg("takes part // beside an address"),
  left: msg("no longer takes part // beside an address"),
} as const;

const notesOf = (shares: readonly Share[], { t }: Locale) =>
  new Map(shares.map(({ email, status }) => [email, t(STATUS_TEXTS[status])]));

const isInvited = (shares: readonly Share[] = [], email: string) =>
  shares.some((share) => share.email === email && share.status === "invited");

function problemOf(email: string, ownAddress: string): Message | undefined {
  if (!isEmail(email)) return INPUT_TEXTS.INVALID_EMAIL;
  return isSameAddress(email, ownAddress) ? INPUT_TEXTS.OWN_ADDRESS : undefined;
}

/** The browser's own idea of an e-mail address, as in every field of that type. */
function isEmail(text: string): boolean {
  const input = document.createElement("input");
  input.type = "email";
  input.value = text;
  return input.validity.valid;
}

const takeFocus = (node: HTMLElement | null) => node?.focus();

function SendAgain({ email }: { email: string }) {
  const { t } = useLocale();
  const { mutate, isPending, isSuccess } = useSendInvitation();
  if (isSuccess) {
    return (
      <chakra.span ref={takeFocus} tabIndex={-1} role="status" fontSize="sm" px="2">
        {t("Sent again // an invitation")}
      </chakra.span>
    );
  }
  return (
    <Button
      variant="ghost"
      aria-label={t("Send again to {address}", { address: email })}
      aria-busy={isPending}
      onClick={() => isPending || mutate(email)}
    >
      {t("Send again // an invitation")}
    </Button>
  );
}

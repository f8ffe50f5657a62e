import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { useSharedContacts } from "../../contacts/contacts.ts";
import { includesAddress, isSameAddress } from "../../domain/tasks/address.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { AddressList } from "../../ui/address-list.tsx";
import { Button } from "../../ui/button.tsx";
import { Known, type Reading } from "../../ui/known.tsx";
import { SuggestInput } from "../../ui/suggest-input.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { useSendInvitation } from "./mutations.ts";
import type { Share } from "./queries.ts";

const LOAD_CONTACTS_FAILED: FailureWords = {
  title: "Failed to load shared contacts",
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
  const shares = stored.data;
  const { user } = useAuth();
  const { data: contacts = [], error: contactsError } = useSharedContacts();
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!contactsError) return;
    toastFailure({ ...failureNotice(LOAD_CONTACTS_FAILED, contactsError), isBackground: true });
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
          label="Share with email"
          type="email"
          inputMode="email"
          dir="ltr"
          placeholder="name@example.com"
          value={typed}
          suggestions={contacts.filter((contact) => !isChosen(contact))}
          error={refusal ?? error}
          hint={sendsMail ? undefined : "This Rota sends no mail: tell them yourself."}
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
          Add
        </Button>
      </chakra.div>
      <Known query={stored} failed="Who has it could not be loaded.">
        {() => null}
      </Known>
      <AddressList
        label="Shared with"
        addresses={addresses}
        notes={shares && notesOf(shares)}
        actions={(email) => sendsMail && isInvited(shares, email) && <SendAgain email={email} />}
        onRemove={onRemove}
        focusAfterLast={() => field.current?.focus()}
      />
      {addresses.some((email) => isInvited(shares, email)) && (
        <chakra.p fontSize="sm" color="fg.muted">
          You see that somebody takes part once they do something in the task. Rota tells nobody
          whether an address has an account, or who has declined.
        </chakra.p>
      )}
    </Stack>
  );
}

const STATUS_TEXTS = {
  invited: "invited",
  taking_part: "takes part",
  left: "no longer takes part",
} as const;

const notesOf = (shares: readonly Share[]) =>
  new Map(shares.map(({ email, status }) => [email, STATUS_TEXTS[status]]));

const isInvited = (shares: readonly Share[] = [], email: string) =>
  shares.some((share) => share.email === email && share.status === "invited");

function problemOf(email: string, ownAddress: string): string | undefined {
  if (!isEmail(email)) return "Invalid email";
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

import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { requestAddress, takeMovedAddress } from "../../auth/account.ts";
import { useAuth } from "../../auth/auth.tsx";
import { useSession } from "../../auth/session.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { EmailField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";

/** Both mailboxes must confirm a new address. */
export function ChangeAddressForm() {
  const { user } = useAuth();
  const session = useSession();
  const address = user?.email ?? "";
  useEffect(() => {
    // Offline, the one of before stays.
    if (session) void takeMovedAddress(session, address).catch(() => undefined);
  }, [session, address]);
  return (
    <Stack gap="4">
      <chakra.p overflowWrap="anywhere">
        You sign in as <strong dir="auto">{address}</strong>.
      </chakra.p>
      {sendsMail ? (
        <AddressForm address={address} />
      ) : (
        <chakra.p color="fg.muted">
          This Rota sends no mail, so nobody could confirm another address here.
        </chakra.p>
      )}
    </Stack>
  );
}

function AddressForm({ address }: { address: string }) {
  const session = useSession();
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  return (
    <Stack gap="4">
      <AuthForm
        action="Change address"
        button={{ alignSelf: "flex-start" }}
        words={{ title: "Error Changing Your Address" }}
        act={async (textOf, form) => {
          const next = textOf("address").trim();
          setAsked(null);
          if (session) await requestAddress(session, next);
          setAsked([address, next]);
          form.reset();
        }}
      >
        <EmailField label="New e-mail address" name="address" autoComplete="email" />
      </AuthForm>
      <chakra.div role="status">
        {asked && (
          <chakra.p bg="accent.subtle" borderRadius="card" p="4" overflowWrap="anywhere">
            Mails are on their way to <bdi>{asked[0]}</bdi> and <bdi>{asked[1]}</bdi>. Open the link
            in each of them: then the change is made.
          </chakra.p>
        )}
      </chakra.div>
    </Stack>
  );
}

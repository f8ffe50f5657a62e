import { chakra, Stack } from "@chakra-ui/react";
import { Suspense, useEffect, useState } from "react";
import { requestAddress, takeMovedAddress } from "../../auth/account.ts";
import { useAuth } from "../../auth/auth.tsx";
import { useSession } from "../../auth/session.ts";
import { listed } from "../../domain/joined.ts";
import { msg } from "../../domain/language/messages.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { RichText, strong } from "../../ui/rich-text.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { EmailField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";

const MailDialog = late(() => import("./mail-dialog.tsx"));

/** Both mailboxes must confirm a new address. */
export function ChangeAddressForm() {
  const locale = useLocale();
  const { t } = locale;
  const { user } = useAuth();
  const session = useSession();
  const address = user?.email ?? "";
  const [isUnproven, setUnproven] = useState(false);
  useEffect(() => {
    // Offline, the one of before stays.
    if (!session) return;
    void takeMovedAddress(session, address).then(
      (isConfirmed) => setUnproven(!isConfirmed),
      () => undefined,
    );
  }, [session, address]);
  return (
    <Stack gap="4">
      <chakra.p overflowWrap="anywhere">
        <RichText
          parts={locale.parts("You sign in as <b>{address}</b>.", { address, b: strong })}
        />
      </chakra.p>
      {isUnproven && <Unproven address={address} />}
      {sendsMail ? (
        <AddressForm address={address} />
      ) : (
        <chakra.p color="fg.muted">
          {t("This Rota sends no mail, so nobody could confirm another address here.")}
        </chakra.p>
      )}
    </Stack>
  );
}

/** For an account that a household's link let in before its address was confirmed. */
function Unproven({ address }: { address: string }) {
  const { t } = useLocale();
  const [isAsked, setAsked] = useState(false);
  return (
    <Stack gap="2" alignItems="flex-start" bg="accent.subtle" borderRadius="card" p="4">
      <p>
        {t(
          "The address isn’t confirmed yet. What others share with it waits until it is, and no morning mail comes.",
        )}
      </p>
      {sendsMail ? (
        <Button variant="outline" onClick={() => setAsked(true)}>
          {t("Confirm it… // an address")}
        </Button>
      ) : (
        <p>{t("The person who runs this Rota can confirm it, with a link to a new password.")}</p>
      )}
      <Suspense>
        {isAsked && (
          <MailDialog kind="confirmation" email={address} onClosed={() => setAsked(false)} />
        )}
      </Suspense>
    </Stack>
  );
}

function AddressForm({ address }: { address: string }) {
  const locale = useLocale();
  const { t } = locale;
  const session = useSession();
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  return (
    <Stack gap="4">
      <AuthForm
        action={t("Change address")}
        button={{ alignSelf: "flex-start" }}
        words={{ title: msg("Error Changing Your Address") }}
        act={async (textOf, form) => {
          const next = textOf("address").trim();
          setAsked(null);
          if (session) await requestAddress(session, next);
          setAsked([address, next]);
          form.reset();
        }}
      >
        <EmailField label={t("New e-mail address")} name="address" autoComplete="email" />
      </AuthForm>
      <chakra.div role="status">
        {asked && (
          <chakra.p bg="accent.subtle" borderRadius="card" p="4" overflowWrap="anywhere">
            {t(
              "Mails are on their way to {addresses}. Open the link in each of them: then the change is made.",
              { addresses: listed(asked, locale) },
            )}
          </chakra.p>
        )}
      </chakra.div>
    </Stack>
  );
}

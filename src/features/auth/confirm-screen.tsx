import { Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useAuth } from "../../auth/auth.tsx";
import type { AuthUser } from "../../auth/auth-store.ts";
import { Button } from "../../ui/button.tsx";
import { Outcome } from "../../ui/link-parts.tsx";
import { FollowedLink } from "./followed-link.tsx";
import { SignInForm } from "./sign-in-form.tsx";

const TEXTS = {
  signup: {
    about: "Confirm your address to finish.",
    action: "Confirm your e-mail address",
  },
  email_change: {
    about: "Confirm your new address to finish.",
    action: "Confirm your new e-mail address",
  },
};

/** Confirms an address by a mailed link. `onDone` opens Rota. */
export default function ConfirmScreen({ onDone }: { onDone: () => void }) {
  return (
    <FollowedLink
      lead="The tasks you share, on one board."
      texts={TEXTS}
      done="The address is confirmed."
      advice="If your address is confirmed already, sign in. If not, send yourself a new link."
      kind="confirmation"
      onLeave={onDone}
    >
      {(account) => <Confirmed account={account} onDone={onDone} />}
    </FollowedLink>
  );
}

function Confirmed({ account, onDone }: { account: AuthUser | null; onDone: () => void }) {
  const { user } = useAuth();
  if (account === null) {
    return (
      <Told onDone={onDone}>
        Confirmed. Open the link in the mail to your other address, too, and the change is made.
      </Told>
    );
  }
  const confirmed = (
    <>
      <strong dir="auto">{account.email}</strong> is confirmed.
    </>
  );
  if (user !== null) return <Told onDone={onDone}>{confirmed}</Told>;
  return (
    <Stack gap="6">
      <Outcome takesFocus>{confirmed} Sign in to see your board.</Outcome>
      <SignInForm email={account.email} onSignedIn={onDone} />
    </Stack>
  );
}

const Told = ({ children, onDone }: { children: ReactNode; onDone: () => void }) => (
  <Stack gap="4">
    <Outcome takesFocus>{children}</Outcome>
    <Button onClick={onDone}>Back to Rota</Button>
  </Stack>
);

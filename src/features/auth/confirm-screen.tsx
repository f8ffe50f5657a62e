import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import type { AuthUser } from "../../auth/auth-store.ts";
import { type LinkProblem, mailedLinkOf, useLinkProblem } from "../../auth/mailed-link.ts";
import { Button } from "../../ui/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { FollowedLink } from "./followed-link.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { SignInForm } from "./sign-in-form.tsx";

const TEXTS = {
  signup: {
    about: "Confirm that the mail has reached you, and your account is ready.",
    action: "Confirm your e-mail address",
  },
  email_change: {
    about: "Confirm that the mail has reached you, and your account can move to its new address.",
    action: "Confirm your new e-mail address",
  },
};

/** Where the links lead that confirm an address. `onDone` leads to Rota itself. */
export default function ConfirmScreen({ onDone }: { onDone: () => void }) {
  const problemOfAddress = useLinkProblem();
  const [link] = useState(() => mailedLinkOf(location.search, "signup", "email_change"));
  const [refusal, setRefusal] = useState<LinkProblem | null>(null);
  const problem = problemOfAddress ?? refusal;
  const isLink = problem === null && link !== null && link !== "failed";
  return (
    <AuthFrame lead="The tasks you share, on one board.">
      {isLink ? (
        <FollowedLink
          link={link}
          {...TEXTS[link.type]}
          done="The address is confirmed."
          onProblem={setRefusal}
          onLeave={onDone}
        >
          {(account) => <Confirmed account={account} onDone={onDone} />}
        </FollowedLink>
      ) : (
        <LinkNotice
          problem={problem ?? "failed"}
          advice="If your address is confirmed already, sign in. If not, send yourself a new link."
          kind="confirmation"
          onLeave={onDone}
        />
      )}
    </AuthFrame>
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
      <Outcome>{confirmed} Sign in to see your board.</Outcome>
      <SignInForm email={account.email} onSignedIn={onDone} />
    </Stack>
  );
}

/** Takes the focus: the button that led here is gone. */
function Outcome({ children }: { children: ReactNode }) {
  const outcome = useRef<HTMLParagraphElement>(null);
  useEffect(() => outcome.current?.focus(), []);
  return (
    <chakra.p
      ref={outcome}
      tabIndex={-1}
      bg="accent.subtle"
      borderRadius="card"
      p="4"
      overflowWrap="anywhere"
    >
      {children}
    </chakra.p>
  );
}

const Told = ({ children, onDone }: { children: ReactNode; onDone: () => void }) => (
  <Stack gap="4">
    <Outcome>{children}</Outcome>
    <Button onClick={onDone}>Back to Rota</Button>
  </Stack>
);

import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useId, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { issuerName, takesPasswords } from "../../auth/issuer.ts";
import { useLinkProblem } from "../../auth/mailed-link.ts";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import { useHasChanged } from "../../ui/use-has-changed.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { CodeForm } from "./code-form.tsx";
import { forgetInvitedLink, readInvitedLink } from "./invited-link.ts";
import { IssuerButton } from "./issuer-button.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const TABS = [
  { value: "sign-in", label: "Sign In" },
  { value: "sign-up", label: "Sign Up" },
] as const;

export default function AuthScreen() {
  const [{ invited, name, proof, signUp }] = useState(readInvitedLink);
  const [tab, setTab] = useState<(typeof TABS)[number]["value"]>(
    invited || signUp ? "sign-up" : "sign-in",
  );
  const [isKnown, setKnown] = useState(false);
  useEffect(() => forgetInvitedLink, []);
  const problem = useLinkProblem();
  const tabsId = useId();
  const isNews = useHasChanged(tab);
  const { awaitsCode } = useAuth();
  if (awaitsCode) {
    return (
      <AuthFrame lead="One more step: your account has a second factor.">
        <CodeForm />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame lead="What is due, whose turn it is and who did it: a household’s tasks on one board. Sign in to sync your tasks across devices.">
      <Stack gap="6">
        {problem && (
          <LinkNotice
            problem={problem}
            advice="If your address is confirmed already, sign in below. If not, send yourself a new link."
            kind="confirmation"
          />
        )}
        {invited && !signUp && (
          <chakra.p bg="accent.subtle" borderRadius="card" p="4">
            Somebody wants to share tasks with <strong dir="auto">{invited}</strong>. Sign up with
            this address, or sign in if you have an account, to see who.
          </chakra.p>
        )}
        {signUp && (
          <chakra.p bg="accent.subtle" borderRadius="card" p="4">
            With this link you can make an account, once.
          </chakra.p>
        )}
        {takesPasswords && (
          <>
            <TabList
              label="Account"
              variant="segmented"
              items={TABS}
              value={tab}
              onChange={setTab}
              id={tabsId}
            />
            <TabPanel id={tabsId} value={tab} isNews={isNews}>
              {tab === "sign-in" ? (
                <SignInForm email={invited} takesFocus={isKnown} />
              ) : (
                <SignUpForm
                  email={invited}
                  name={name}
                  link={signUp}
                  proof={proof}
                  onKnown={() => {
                    setKnown(true);
                    setTab("sign-in");
                  }}
                />
              )}
            </TabPanel>
          </>
        )}
        {issuerName && <IssuerButton name={issuerName} isOnly={!takesPasswords} />}
      </Stack>
    </AuthFrame>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { issuerName, takesPasswords } from "../../auth/issuer.ts";
import { useLinkProblem } from "../../auth/mailed-link.ts";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import { useHasChanged } from "../../ui/use-has-changed.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { IssuerButton } from "./issuer-button.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const TABS = [
  { value: "sign-in", label: "Sign In" },
  { value: "sign-up", label: "Sign Up" },
] as const;

/**
 * Reads an invitation's link: addressee, proof of the mail and sign-up token ("" for none). Anybody can write such a link,
 * so it only fills fields; the server checks the proof.
 */
function readLink() {
  const query = new URLSearchParams(location.search);
  const hash = new URLSearchParams(location.hash.slice(1));
  const read = (key: string, most = 254) => query.get(key)?.slice(0, most) ?? "";
  const [invited, name] = [read("invited"), read("name", 100)];
  // No server on the way sees what follows the #; the mails of before had it in the query.
  const proof = hash.get("proof")?.slice(0, 1000) ?? read("proof", 1000);
  return { invited, name, proof, signUp: read("sign_up") };
}

/** Somebody who is signed in has no use for it. */
function forgetLink(): void {
  const { invited, signUp } = readLink();
  if (!invited && !signUp) return;
  const rest = location.hash.replace(/[#&]proof=[^&]*/, "");
  history.replaceState(history.state, "", location.pathname + rest);
}

interface AuthScreenProps {
  invitation?: ReactNode;
}

export default function AuthScreen({ invitation }: AuthScreenProps) {
  const [{ invited, name, proof, signUp }] = useState(readLink);
  const [tab, setTab] = useState<(typeof TABS)[number]["value"]>(
    invited || signUp || invitation ? "sign-up" : "sign-in",
  );
  const [isKnown, setKnown] = useState(false);
  useEffect(() => forgetLink, []);
  const problem = useLinkProblem();
  const tabsId = useId();
  const isNews = useHasChanged(tab);
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
        {invited && !signUp && !invitation && (
          <chakra.p bg="accent.subtle" borderRadius="card" p="4">
            Somebody wants to share tasks with <strong dir="auto">{invited}</strong>. Sign up with
            this address, or sign in if you have an account, to see who.
          </chakra.p>
        )}
        {invitation && (
          <chakra.p bg="accent.subtle" borderRadius="card" p="4" overflowWrap="anywhere">
            {invitation}
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

import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useId, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { issuerName, takesPasswords } from "../../auth/issuer.ts";
import { useLinkProblem } from "../../auth/mailed-link.ts";
import { RichText, strong } from "../../ui/rich-text.tsx";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import { useHasChanged } from "../../ui/use-has-changed.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { AuthFrame, LEAD } from "./auth-frame.tsx";
import { CodeForm } from "./code-form.tsx";
import { forgetInvitedLink, readInvitedLink } from "./invited-link.ts";
import { IssuerButton } from "./issuer-button.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

export default function AuthScreen() {
  const [{ invited, name, proof, signUp }] = useState(readInvitedLink);
  const [tab, setTab] = useState<"sign-in" | "sign-up">(invited || signUp ? "sign-up" : "sign-in");
  const [isKnown, setKnown] = useState(false);
  const [isSent, setSent] = useState(false);
  useEffect(() => forgetInvitedLink, []);
  const problem = useLinkProblem();
  const tabsId = useId();
  const isNews = useHasChanged(tab);
  const locale = useLocale();
  const { t } = locale;
  const { awaitsCode } = useAuth();
  if (awaitsCode) {
    return (
      <AuthFrame lead={t("One more step: your account has a second factor.")}>
        <CodeForm />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame lead={t(LEAD)}>
      <Stack gap="6">
        {problem && (
          <LinkNotice
            problem={problem}
            advice={t(
              "If your address is confirmed already, sign in below. If not, send yourself a new link.",
            )}
            kind="confirmation"
          />
        )}
        {invited && !signUp && !isSent && (
          <chakra.p bg="accent.subtle" borderRadius="card" p="4">
            <RichText
              parts={locale.parts(
                "Somebody wants to share tasks with <b>{address}</b>. Sign up with this address, or sign in if you have an account, to see who.",
                { address: invited, b: strong },
              )}
            />
          </chakra.p>
        )}
        {signUp && !isSent && (
          <chakra.p bg="accent.subtle" borderRadius="card" p="4">
            {t("With this link you can make an account, once.")}
          </chakra.p>
        )}
        {takesPasswords && (
          <>
            <TabList
              label={t("Account // tabs: sign in, sign up")}
              variant="segmented"
              items={[
                { value: "sign-in", label: t("Sign In") },
                { value: "sign-up", label: t("Sign Up") },
              ]}
              value={tab}
              onChange={(next) => {
                setTab(next);
                setSent(false);
              }}
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
                  onSent={setSent}
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

import { Stack } from "@chakra-ui/react";
import { lazy, Suspense, useState } from "react";
import { useLinkProblem } from "../../auth/mailed-link.ts";
import { Button } from "../../ui/button.tsx";
import { TabList, TabPanel, useTabIds } from "../../ui/tabs.tsx";
import { useHasChanged } from "../../ui/use-has-changed.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const ResendConfirmationDialog = lazy(() => import("./resend-confirmation-dialog.tsx"));

const TABS = [
  { value: "sign-in", label: "Sign In" },
  { value: "sign-up", label: "Sign Up" },
] as const;

export default function AuthScreen() {
  const [tab, setTab] = useState<(typeof TABS)[number]["value"]>("sign-in");
  const [resending, setResending] = useState(false);
  const problem = useLinkProblem();
  const ids = useTabIds();
  const isNews = useHasChanged(tab);
  return (
    <AuthFrame lead="The chores you share, on one board. Sign in to sync your tasks across devices.">
      <Stack gap="6">
        {problem && (
          <LinkNotice
            problem={problem}
            advice="If your address is confirmed already, sign in below. If not, send yourself a new link."
          >
            <Button variant="outline" onClick={() => setResending(true)}>
              Send a new link
            </Button>
          </LinkNotice>
        )}
        <TabList
          label="Account"
          variant="segmented"
          items={TABS}
          value={tab}
          onChange={setTab}
          ids={ids}
        />
        <TabPanel ids={ids} value={tab} isNews={isNews}>
          {tab === "sign-in" ? <SignInForm /> : <SignUpForm />}
        </TabPanel>
      </Stack>
      <Suspense>
        {resending && <ResendConfirmationDialog onClosed={() => setResending(false)} />}
      </Suspense>
    </AuthFrame>
  );
}

import { Stack } from "@chakra-ui/react";
import { useState } from "react";
import { TabList, TabPanel, useTabIds } from "../../ui/tabs.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const TABS = [
  { value: "sign-in", label: "Sign In" },
  { value: "sign-up", label: "Sign Up" },
] as const;

export default function AuthScreen() {
  const [tab, setTab] = useState<(typeof TABS)[number]["value"]>("sign-in");
  const ids = useTabIds();
  return (
    <AuthFrame lead="The chores you share, on one board. Sign in to sync your tasks across devices.">
      <Stack gap="6">
        <TabList
          label="Account"
          variant="segmented"
          items={TABS}
          value={tab}
          onChange={setTab}
          ids={ids}
        />
        <TabPanel ids={ids} value={tab}>
          {tab === "sign-in" ? <SignInForm /> : <SignUpForm />}
        </TabPanel>
      </Stack>
    </AuthFrame>
  );
}

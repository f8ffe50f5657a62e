import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import { SIGN_OUT_FAILED, useAuth } from "../../auth/auth.tsx";
import { useToday } from "../../clock/today.ts";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/field.tsx";
import { late } from "../../ui/late.tsx";
import { Logo } from "../../ui/logo.tsx";
import { Select } from "../../ui/select.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { CloseAccount } from "./close-account.tsx";
import { useSetTimeZone } from "./mutations.ts";
import { SavedContacts } from "./saved-contacts.tsx";
import { YourData } from "./your-data.tsx";

const TIME_ZONE_FAILED: FailureWords = {
  title: "Error Saving Time Zone",
  description: "Failed to save your time zone. Please try again.",
};

const CalendarSection = late(() => import("./calendar-section.tsx"));

interface AboutTabProps {
  onSignedOut: () => void;
  /** whose shares the user takes, which belongs to another feature */
  children: ReactNode;
}

export function AboutTab({ onSignedOut, children }: AboutTabProps) {
  return (
    <Stack gap="8">
      <Stack gap="3">
        <chakra.div color="accent">
          <Logo size="3.5rem" />
        </chakra.div>
        <h1>About Rota</h1>
        <p>
          Rota keeps the tasks that come back: the bins on Thursday, the plants twice a week, the
          boiler once a year. Each day shows what is due, what is done and what was missed.
        </p>
        <p>
          Share a task by e-mail, and it stands on the board of everyone who accepts it. The person
          who does it ticks it off; the others see who did, and when, at once.
        </p>
      </Stack>
      <TimeZoneField />
      <SavedContacts />
      <Suspense>
        <CalendarSection />
      </Suspense>
      {children}
      <YourData />
      <Account onSignedOut={onSignedOut} />
      <CloseAccount onSignedOut={onSignedOut} />
      <chakra.p color="fg.muted" fontSize="sm">
        Version {import.meta.env.VITE_APP_VERSION}
      </chakra.p>
    </Stack>
  );
}

/** Decides when a day begins. */
function TimeZoneField() {
  const { timeZone } = useToday();
  const { mutate } = useSetTimeZone();
  const zones = useMemo(() => {
    const known = ["UTC", ...Intl.supportedValuesOf("timeZone")];
    return [...new Set(known.includes(timeZone) ? known : [timeZone, ...known])];
  }, [timeZone]);

  return (
    <chakra.div maxW="narrow">
      <FormField label="Time zone" hint="Your day begins and ends by it.">
        <Select
          options={zones.map((zone) => [zone, zone.replaceAll("_", " ")])}
          value={timeZone}
          onChange={(zone) =>
            mutate(zone, {
              onSuccess: () => toastSuccess("Time zone saved"),
              onError: (error) => toastFailure(failureNotice(TIME_ZONE_FAILED, error)),
            })
          }
        />
      </FormField>
    </chakra.div>
  );
}

function Account({ onSignedOut }: { onSignedOut: () => void }) {
  const { user, signOut } = useAuth();
  const [busy, setBusy] = useState(false);

  async function logout() {
    setBusy(true);
    try {
      await signOut();
      toastSuccess("Signed Out", "You have been signed out successfully.");
      onSignedOut();
    } catch (error) {
      toastFailure(failureNotice(SIGN_OUT_FAILED, error));
      setBusy(false);
    }
  }

  return (
    <Stack gap="3" alignItems="flex-start">
      <p>
        Signed in as <strong dir="auto">{user?.email}</strong>
      </p>
      <Button variant="outline" disabled={busy} onClick={logout}>
        Logout
      </Button>
    </Stack>
  );
}

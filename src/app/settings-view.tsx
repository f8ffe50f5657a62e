import { Stack } from "@chakra-ui/react";
import { type ReactNode, Suspense } from "react";
import { ChangeAddressForm } from "../features/auth/change-address-form.tsx";
import { ChangePasswordForm } from "../features/auth/change-password-form.tsx";
import { MorningSetting } from "../features/morning/morning-setting.tsx";
import { Notifications } from "../features/notifications/notifications.tsx";
import CalendarSection from "../features/settings/calendar-section.tsx";
import { CloseAccount } from "../features/settings/close-account.tsx";
import { DateSettings } from "../features/settings/date-settings.tsx";
import { NameForm } from "../features/settings/name-form.tsx";
import { SavedContacts } from "../features/settings/saved-contacts.tsx";
import { YourData } from "../features/settings/your-data.tsx";
import { SharingDecisions } from "../features/sharing/sharing-decisions.tsx";
import { Loading } from "../ui/loading.tsx";
import NotFound from "./not-found.tsx";
import { Page } from "./page.tsx";
import { SettingsIndex, type SettingsPage, TITLES } from "./settings-index.tsx";
import { ShortcutsSetting } from "./shortcuts-setting.tsx";
import { goHome } from "./view.ts";

const isPage = (name: string): name is SettingsPage => Object.hasOwn(TITLES, name);

/** `/settings` and `/settings/<page>`: a page each, in one file, or each would be loaded after the last. */
export default function SettingsView({ page = "" }: { page?: string | undefined }) {
  if (page === "") return <Index />;
  return isPage(page) ? <SettingsOf key={page} page={page} /> : <NotFound />;
}

function Index() {
  return (
    <Page title="Settings" back="today">
      <Stack gap="6">
        <h1>Settings</h1>
        <SettingsIndex />
      </Stack>
    </Page>
  );
}

function SettingsOf({ page }: { page: SettingsPage }) {
  const title = TITLES[page];
  return (
    <Page title={title} back={["/settings", "Settings"]}>
      <Suspense fallback={<Loading />}>
        <Stack gap="6">
          <h1>{title}</h1>
          {contentOf(page)}
        </Stack>
      </Suspense>
    </Page>
  );
}

function contentOf(page: SettingsPage): ReactNode {
  switch (page) {
    case "profile":
      return (
        <Stack gap="8" maxW="narrow">
          <NameForm />
          <Part title="E-mail address">
            <ChangeAddressForm />
          </Part>
          <Part title="Password">
            <ChangePasswordForm />
          </Part>
        </Stack>
      );
    case "dates":
      return <DateSettings />;
    case "mail":
      return <MorningSetting />;
    case "notifications":
      return <Notifications />;
    case "calendar":
      return <CalendarSection />;
    case "people":
      return (
        <Stack gap="8">
          <SavedContacts />
          <SharingDecisions />
        </Stack>
      );
    case "keyboard":
      return <ShortcutsSetting />;
    case "data":
      return <YourData />;
    case "account":
      return <CloseAccount onSignedOut={goHome} />;
  }
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="4">
      <h2>{title}</h2>
      {children}
    </Stack>
  );
}

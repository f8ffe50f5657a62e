import { Stack } from "@chakra-ui/react";
import { type ComponentType, type ReactNode, Suspense } from "react";
import { issuerName, takesPasswords } from "../auth/issuer.ts";
import { ChangeAddressForm } from "../features/auth/change-address-form.tsx";
import { ChangePasswordForm } from "../features/auth/change-password-form.tsx";
import { ConnectIssuer } from "../features/auth/connect-issuer.tsx";
import { SecondFactor } from "../features/auth/second-factor.tsx";
import { MorningSetting } from "../features/morning/morning-setting.tsx";
import { Notifications } from "../features/notifications/notifications.tsx";
import { Programs } from "../features/programs/programs.tsx";
import { useServer } from "../features/server/queries.ts";
import CalendarSection from "../features/settings/calendar-section.tsx";
import { CloseAccount } from "../features/settings/close-account.tsx";
import { DateSettings } from "../features/settings/date-settings.tsx";
import { NameForm } from "../features/settings/name-form.tsx";
import { SavedContacts } from "../features/settings/saved-contacts.tsx";
import { YourData } from "../features/settings/your-data.tsx";
import { SharingDecisions } from "../features/sharing/sharing-decisions.tsx";
import { Webhooks } from "../features/webhooks/webhooks.tsx";
import { late } from "../ui/late.tsx";
import { Loading } from "../ui/loading.tsx";
import { useLocale } from "../ui/use-locale.ts";
import NotFound from "./not-found.tsx";
import { Page, type PageProps } from "./page.tsx";
import { SETTINGS, SettingsIndex } from "./settings-index.tsx";
import { ShortcutsSetting } from "./shortcuts-dialog.tsx";
import { goHome } from "./view.ts";

const ServerPage = late(() => import("../features/server/server-page.tsx"));

type SettingsPage = Exclude<keyof typeof SETTINGS, "server">;

const PAGES: Record<SettingsPage, ComponentType> = {
  profile: Profile,
  dates: DateSettings,
  mail: MorningSetting,
  notifications: Notifications,
  calendar: CalendarSection,
  programs: () => <Programs />,
  webhooks: Webhooks,
  people: People,
  keyboard: ShortcutsSetting,
  data: YourData,
  account: () => <CloseAccount onSignedOut={goHome} />,
};

/** One file for all pages, or each would be loaded after the last. */
export default function SettingsView({ page }: { page?: string | undefined }) {
  const { t } = useLocale();
  const settings = t("Settings");
  if (page === undefined) return <Settings title={settings} back="today" Content={SettingsIndex} />;
  if (page === "server") return <ServerSettings />;
  if (!Object.hasOwn(PAGES, page)) return <NotFound />;
  const [title] = SETTINGS[page as SettingsPage];
  const Content = PAGES[page as SettingsPage];
  return <Settings key={page} title={t(title)} back={["/settings", settings]} Content={Content} />;
}

/** Is there for operators of the server alone. */
function ServerSettings() {
  const { t } = useLocale();
  const [title] = SETTINGS.server;
  if (useServer().data === null) return <NotFound />;
  return <Settings title={t(title)} back={["/settings", t("Settings")]} Content={ServerPage} />;
}

interface SettingsProps extends Pick<PageProps, "title" | "back"> {
  Content: ComponentType;
}

function Settings({ title, back, Content }: SettingsProps) {
  return (
    <Page title={title} back={back}>
      <Suspense fallback={<Loading />}>
        <Stack gap="6">
          <h1>{title}</h1>
          <Content />
        </Stack>
      </Suspense>
    </Page>
  );
}

function Profile() {
  const { t } = useLocale();
  return (
    <Stack gap="8" maxW="narrow">
      <NameForm />
      <Part title={t("E-mail address")}>
        <ChangeAddressForm />
      </Part>
      {takesPasswords && (
        <Part title={t("Password")}>
          <ChangePasswordForm />
        </Part>
      )}
      <Part title={t("Second factor")}>
        <SecondFactor />
      </Part>
      {issuerName && (
        <Part title={t("Sign-in with {issuer}", { issuer: issuerName })}>
          <ConnectIssuer name={issuerName} />
        </Part>
      )}
    </Stack>
  );
}

function People() {
  return (
    <Stack gap="8">
      <SavedContacts />
      <SharingDecisions />
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="4">
      <h2>{title}</h2>
      {children}
    </Stack>
  );
}

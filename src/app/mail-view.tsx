import { browserStyle } from "../auth/browser-style.ts";
import { readStyle } from "../domain/dates/date-style.ts";
import { msg } from "../domain/language/messages.ts";
import { AuthFrame } from "../features/auth/auth-frame.tsx";
import DonePage from "../features/mail/done-page.tsx";
import UnsubscribePage from "../features/mail/unsubscribe-page.tsx";
import { LocaleContext, useLocale } from "../ui/use-locale.ts";
import { useTitle } from "./use-title.ts";

const PAGES = {
  done: { Page: DonePage, title: msg("Mark as done") },
  unsubscribe: { Page: UnsubscribePage, title: msg("Mails") },
};

interface MailViewProps {
  readonly page: keyof typeof PAGES;
  readonly onLeave: () => void;
}

/** Pages for links in mails; nobody need be signed in. */
export default function MailView({ page, onLeave }: MailViewProps) {
  const { Page, title } = PAGES[page];
  const locale = useLocale();
  const { t } = locale;
  useTitle(t(title));
  return (
    <LocaleContext value={{ ...locale, ...readStyle(browserStyle()) }}>
      <AuthFrame lead={t("The tasks you share, on one board.")}>
        <Page onLeave={onLeave} />
      </AuthFrame>
    </LocaleContext>
  );
}

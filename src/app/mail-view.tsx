import { browserStyle } from "../auth/browser-style.ts";
import { readStyle } from "../domain/dates/date-style.ts";
import { AuthFrame } from "../features/auth/auth-frame.tsx";
import DonePage from "../features/mail/done-page.tsx";
import UnsubscribePage from "../features/mail/unsubscribe-page.tsx";
import { DateStyleContext } from "../ui/use-date-style.ts";
import { useTitle } from "./use-title.ts";

const PAGES = {
  done: { Page: DonePage, title: "Mark as done" },
  unsubscribe: { Page: UnsubscribePage, title: "Mails" },
};

interface MailViewProps {
  readonly page: keyof typeof PAGES;
  readonly onLeave: () => void;
}

/** Pages for links in mails; nobody need be signed in. */
export default function MailView({ page, onLeave }: MailViewProps) {
  const { Page, title } = PAGES[page];
  useTitle(title);
  return (
    <DateStyleContext value={readStyle(browserStyle())}>
      <AuthFrame lead="The tasks you share, on one board.">
        <Page onLeave={onLeave} />
      </AuthFrame>
    </DateStyleContext>
  );
}

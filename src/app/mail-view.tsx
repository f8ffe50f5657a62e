import { AuthFrame } from "../features/auth/auth-frame.tsx";
import DonePage from "../features/mail/done-page.tsx";
import UnsubscribePage from "../features/mail/unsubscribe-page.tsx";
import { useTitle } from "./use-title.ts";

const PAGES = {
  done: { Page: DonePage, title: "Mark as done" },
  unsubscribe: { Page: UnsubscribePage, title: "Mails" },
};

interface MailViewProps {
  readonly page: keyof typeof PAGES;
  readonly onLeave: () => void;
}

/** Where the links in mails lead, for anyone who has one: nobody need be signed in. */
export function MailView({ page, onLeave }: MailViewProps) {
  const { Page, title } = PAGES[page];
  useTitle(title);
  return (
    <AuthFrame lead="The tasks you share, on one board.">
      <Page onLeave={onLeave} />
    </AuthFrame>
  );
}

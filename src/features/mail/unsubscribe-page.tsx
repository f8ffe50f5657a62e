import { msg } from "../../domain/language/messages.ts";
import { Button } from "../../ui/button.tsx";
import { LinkPage, Outcome } from "../../ui/link-parts.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { useMailLink } from "./mail-link.ts";

const TEXTS = {
  invitation: {
    on: msg("When somebody shares tasks with this address, Rota writes to it."),
    off: msg(
      "Rota no longer writes when somebody shares tasks with this address. You see invitations when you sign in.",
    ),
    stop: msg("Stop these mails // about tasks that somebody shares"),
    start: msg("Send them again // mails about tasks that somebody shares"),
  },
  morning: {
    on: msg("Rota writes to this address each morning on which something is due."),
    off: msg("Rota sends no morning mail to this address."),
    stop: msg("Stop the morning mail"),
    start: msg("Send it again // the morning mail"),
  },
};

/** Opened by "unsubscribe" in a mail: ends one kind of mail to an address. */
export default function UnsubscribePage({ onLeave }: { onLeave: () => void }) {
  const { t } = useLocale();
  const { page, acted, act } = useMailLink("unsubscribe");
  return (
    <LinkPage
      {...page}
      advice={t(
        "Use the link in a newer mail. The morning mail can be turned off in the settings, too.",
      )}
      onLeave={onLeave}
    >
      {({ address, kind, isOn }) => (
        <>
          <Outcome key={String(isOn)} takesFocus={acted !== null}>
            <strong dir="auto">{address}</strong>
            <br />
            {t(TEXTS[kind][isOn ? "on" : "off"])}
          </Outcome>
          <Button
            variant={isOn ? "solid" : "outline"}
            aria-busy={page.isBusy}
            onClick={() => act(isOn ? "do" : "undo")}
          >
            {t(TEXTS[kind][isOn ? "stop" : "start"])}
          </Button>
        </>
      )}
    </LinkPage>
  );
}

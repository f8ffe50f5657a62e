import { Button } from "../../ui/button.tsx";
import { LinkPage, Outcome } from "../../ui/link-parts.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { useMailLink } from "./mail-link.ts";

const TEXTS = {
  invitation: {
    on: "When somebody shares tasks with this address, Rota writes to it.",
    off: "Rota no longer writes when somebody shares tasks with this address. You see invitations when you sign in.",
    stop: "Stop these mails",
    start: "Send them again",
  },
  morning: {
    on: "Rota writes to this address each morning on which something is due.",
    off: "Rota sends no morning mail to this address.",
    stop: "Stop the morning mail",
    start: "Send it again",
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
            {TEXTS[kind][isOn ? "on" : "off"]}
          </Outcome>
          <Button
            variant={isOn ? "solid" : "outline"}
            aria-busy={page.isBusy}
            onClick={() => act(isOn ? "do" : "undo")}
          >
            {TEXTS[kind][isOn ? "stop" : "start"]}
          </Button>
        </>
      )}
    </LinkPage>
  );
}

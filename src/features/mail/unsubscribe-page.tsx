import { Stack } from "@chakra-ui/react";
import { Button } from "../../ui/button.tsx";
import { LinkOver, OpenRota, Outcome } from "../../ui/link-parts.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Loading } from "../../ui/loading.tsx";
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
  const { state, isOver, error, retry, isBusy, acted, act } = useMailLink("unsubscribe");
  if (isOver) {
    return (
      <LinkOver
        advice="Use the link in a newer mail. The morning mail can be turned off in the settings, too."
        onLeave={onLeave}
      />
    );
  }
  if (state === undefined) return error ? <LoadFailure onRetry={retry} /> : <Loading />;
  const texts = TEXTS[state.kind];
  const { isOn } = state;
  return (
    <fieldset disabled={isBusy}>
      <Stack gap="4">
        <Outcome key={String(isOn)} takesFocus={acted !== null}>
          <strong dir="auto">{state.address}</strong>
          <br />
          {isOn ? texts.on : texts.off}
        </Outcome>
        <Button
          variant={isOn ? "solid" : "outline"}
          aria-busy={isBusy}
          onClick={() => act(isOn ? "do" : "undo")}
        >
          {isOn ? texts.stop : texts.start}
        </Button>
        <OpenRota onLeave={onLeave} />
      </Stack>
    </fieldset>
  );
}

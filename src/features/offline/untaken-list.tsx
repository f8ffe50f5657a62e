import { chakra } from "@chakra-ui/react";
import { useEffect } from "react";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import { deedText, outcomeText } from "../../completions/untaken-words.ts";
import { useStore } from "../../store/store.ts";
import { dismissUntaken } from "../../sync/waiting/queue.ts";
import { type Untaken, waiting } from "../../sync/waiting/waiting.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { NoticeCard } from "../../ui/card.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { useLocale } from "../../ui/use-locale.ts";

export default function UntakenList() {
  const { t } = useLocale();
  const session = useSession();
  const { untaken } = useStore(waiting);
  const count = untaken.length;
  useEffect(() => {
    if (count > 0) announce(t("Some changes were not saved"));
  }, [count, t]);
  if (!session || count === 0) return null;

  function dismiss() {
    screenHeading()?.focus();
    if (session) void dismissUntaken(session);
  }

  return (
    <NoticeCard title={t("While you were offline")}>
      <chakra.ul mt="2" mb="3" overflowWrap="anywhere">
        {untaken.map((one) => (
          <UntakenItem key={one.id} untaken={one} />
        ))}
      </chakra.ul>
      <Button variant="outline" onClick={dismiss}>
        {t("Dismiss")}
      </Button>
    </NoticeCard>
  );
}

function UntakenItem({ untaken }: { untaken: Untaken }) {
  const reader = { ...useToday(), locale: useLocale() };
  const { t } = reader.locale;
  const { title, change } = untaken;
  const text = change.kind === "note" && change.note;
  return (
    <chakra.li py="1.5" css={{ "& + &": { borderTopWidth: "1px" } }} borderColor="border">
      <strong dir="auto">{title || t("A task")}</strong>{" "}
      <chakra.span color="fg.muted" fontSize="sm">
        · {deedText(untaken, reader)}
      </chakra.span>
      <p>
        <bdi>{outcomeText(untaken, reader)}</bdi>
      </p>
      {text && (
        <chakra.p color="fg.muted" whiteSpace="pre-wrap">
          {t("“{text}” // what somebody wrote", { text })}
        </chakra.p>
      )}
    </chakra.li>
  );
}

import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatMonthDay } from "../../domain/dates/format-date.ts";
import { behindOf } from "../../domain/tasks/fresh-start.ts";
import type { Completion, Task } from "../../domain/tasks/task.ts";
import { createKept } from "../../store/kept.ts";
import { useStore } from "../../store/store.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeCard } from "../../ui/card.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { Viewer } from "./occurrence-row.tsx";
import { useFreshStart } from "./use-fresh-start.ts";

interface WelcomeBackProps {
  tasks: readonly Task[];
  /** the first day that was missed while nobody was there */
  since: CalendarDate;
  viewer: Viewer;
}

export default function WelcomeBack({ tasks, since, viewer }: WelcomeBackProps) {
  const locale = useLocale();
  const { t } = locale;
  const { settle } = useFreshStart(viewer);
  /** the day about which it was answered that all stays missed */
  const [kept] = useState(() => createKept(`rota.missed.${viewer.userId}`, ""));
  if (useStore(kept) === since) return null;

  function answer(status: Completion["status"] | "missed") {
    // The card goes, and the button with it.
    screenHeading()?.focus({ preventScroll: true });
    if (status === "missed") kept.setState(since);
    else void settle(behindOf(tasks, viewer.today, since), status);
  }

  return (
    <NoticeCard title={t("Welcome back")}>
      <chakra.p mt="1" mb="2">
        {t("What was due since {day}:", { day: formatMonthDay(since, locale) })}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" columnGap="4">
        <Button variant="link" onClick={() => answer("missed")}>
          {t("Leave it as missed")}
        </Button>
        <Button variant="link" onClick={() => answer("skipped")}>
          {t("Skip it // what was missed")}
        </Button>
        <Button variant="link" onClick={() => answer("done")}>
          {t("It was done")}
        </Button>
      </chakra.div>
    </NoticeCard>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { hasManyEntries } from "../../calendar/many-entries.ts";
import { useToday } from "../../clock/use-today.ts";
import { told } from "../../completions/told-changes.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import { msg } from "../../domain/language/messages.ts";
import type { Task } from "../../domain/tasks/task.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Known, together } from "../../ui/known.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { CalendarAddress } from "./calendar-address.tsx";
import { type CalendarChoice, calendarFeedQuery, useCalendarChanges } from "./calendar-feed.ts";
import { CalendarOptions } from "./calendar-options.tsx";

const CALENDAR_FAILED: FailureWords = {
  title: msg("Error Saving Calendar"),
  description: msg("Nothing has changed. Please try again."),
};

const QUESTIONS = {
  renew: {
    title: msg("Make a new calendar address?"),
    text: msg(
      "The old address stops at once. Calendars that read it show nothing new until you give them the new one.",
    ),
    action: msg("Make a new address"),
  },
  revoke: {
    title: msg("Turn the calendar off?"),
    text: msg(
      "Its address stops at once. Calendars keep what they have read until you remove it there.",
    ),
    action: msg("Turn off"),
  },
};

export default function CalendarSection() {
  const query = useQuery(calendarFeedQuery(useSession()));
  const list = useTasks();
  const { today, timeZone } = useToday();
  const locale = useLocale();
  const { t } = locale;
  const { renew, revoke, choose } = useCalendarChanges();
  const [address, setAddress] = useState<string | null>(null);
  const [asked, setAsked] = useState<"renew" | "revoke" | null>(null);
  const field = useRef<HTMLInputElement>(null);

  // The pressed button is gone by then.
  useEffect(() => {
    if (address !== null) field.current?.select();
  }, [address]);

  const make = (tasks: readonly Task[]) =>
    told(renew.mutateAsync(hasManyEntries(tasks, today)), CALENDAR_FAILED, (made) => {
      setAddress(made);
      toastSuccess(t("Calendar address made"), t("Copy it now: it is not shown again."));
    });
  const save = (choice: CalendarChoice) => void told(choose.mutateAsync(choice), CALENDAR_FAILED);
  const turnOff = () =>
    told(revoke.mutateAsync(), CALENDAR_FAILED, () => {
      setAddress(null);
      toastSuccess(t("Calendar turned off"), t("Its address no longer works."));
      screenHeading()?.focus();
    });
  const chosen = choose.isPending ? choose.variables : null;

  return (
    <Stack gap="3" alignItems="flex-start">
      <chakra.p color="fg.muted">
        {t(
          "Your tasks in any calendar app that can subscribe to an address: what is due, done and skipped, from two months back to a year ahead. Anyone who has the address can read them, so keep it to yourself.",
        )}
      </chakra.p>
      <Known query={together(query, list)} failed={t("Your calendar address could not be loaded.")}>
        {([feed, tasks]) =>
          feed === null ? (
            <Button variant="outline" disabled={renew.isPending} onClick={() => make(tasks)}>
              {t("Make a calendar address")}
            </Button>
          ) : (
            <>
              {address === null ? (
                <p>
                  {t(
                    "You have had a calendar address since {date}. It was shown when it was made; Rota keeps no copy of it.",
                    { date: formatDate(dayInZone(feed.createdAt, timeZone), locale) },
                  )}
                </p>
              ) : (
                <CalendarAddress address={address} ref={field} />
              )}
              <CalendarOptions {...{ tasks }} choice={chosen ?? feed} onChoose={save} />
              <chakra.div display="flex" flexWrap="wrap" gap="2">
                <Button
                  variant="outline"
                  disabled={renew.isPending}
                  onClick={() => setAsked("renew")}
                >
                  {t("New calendar address")}
                </Button>
                <Button
                  variant="outline"
                  disabled={revoke.isPending}
                  onClick={() => setAsked("revoke")}
                >
                  {t("Turn the calendar off")}
                </Button>
              </chakra.div>
            </>
          )
        }
      </Known>
      {asked && (
        <ConfirmDialog
          title={t(QUESTIONS[asked].title)}
          action={t(QUESTIONS[asked].action)}
          onConfirmed={asked === "renew" ? () => make(list.data ?? []) : turnOff}
          focusAfterwards={() => (asked === "renew" ? field.current : screenHeading())}
          onClosed={() => setAsked(null)}
        >
          {t(QUESTIONS[asked].text)}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

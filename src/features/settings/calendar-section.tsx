import { chakra, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import { failureNotice, unchangedWords } from "../../supabase/failure-notice.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Known } from "../../ui/known.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { CalendarAddress } from "./calendar-address.tsx";
import {
  type CalendarChoice,
  type CalendarFeed,
  calendarFeedQuery,
  useCalendarChanges,
} from "./calendar-feed.ts";
import { CalendarOptions } from "./calendar-options.tsx";

const CALENDAR_FAILED = unchangedWords("Saving Calendar");

const QUESTIONS = {
  renew: {
    title: "Make a new calendar address?",
    children:
      "The old address stops at once. Calendars that read it show nothing new until you give them the new one.",
    action: "Make a new address",
  },
  revoke: {
    title: "Turn the calendar off?",
    children:
      "Its address stops at once. Calendars keep what they have read until you remove it there.",
    action: "Turn off",
  },
};

export default function CalendarSection() {
  const query = useQuery(calendarFeedQuery(useSession()));
  const list = useTasks();
  const { renew, revoke, choose } = useCalendarChanges();
  const [address, setAddress] = useState<string | null>(null);
  const [asked, setAsked] = useState<"renew" | "revoke" | null>(null);
  const [chosen, setChosen] = useState<CalendarChoice | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const tellFailure = (failure: unknown) => toastFailure(failureNotice(CALENDAR_FAILED, failure));

  // The pressed button is gone by then.
  useEffect(() => {
    if (address !== null) field.current?.select();
  }, [address]);

  async function make() {
    try {
      setAddress(await renew.mutateAsync());
      toastSuccess("Calendar address made", "Copy it now: it is not shown again.");
    } catch (failure) {
      tellFailure(failure);
    }
  }

  async function save(choice: CalendarChoice) {
    setChosen(choice);
    await choose.mutateAsync(choice).catch(tellFailure);
    setChosen((latest) => (latest === choice ? null : latest));
  }

  async function turnOff() {
    try {
      await revoke.mutateAsync();
      setAddress(null);
      toastSuccess("Calendar turned off", "Its address no longer works.");
      screenHeading()?.focus();
    } catch (failure) {
      tellFailure(failure);
    }
  }

  return (
    <Stack gap="3" alignItems="flex-start">
      <chakra.p color="fg.muted">
        Your tasks in any calendar app that can subscribe to an address: what is due, done and
        skipped, from two months back to a year ahead. Anyone who has the address can read them, so
        keep it to yourself.
      </chakra.p>
      <Known query={query} what="Your calendar address">
        {(feed) =>
          feed === null ? (
            <Button variant="outline" disabled={renew.isPending} onClick={make}>
              Make a calendar address
            </Button>
          ) : (
            <>
              {address === null ? (
                <MadeOn feed={feed} />
              ) : (
                <CalendarAddress address={address} ref={field} />
              )}
              <Known query={list}>
                {(tasks) => (
                  <CalendarOptions {...{ tasks }} choice={chosen ?? feed} onChoose={save} />
                )}
              </Known>
              <chakra.div display="flex" flexWrap="wrap" gap="2">
                <Button
                  variant="outline"
                  disabled={renew.isPending}
                  onClick={() => setAsked("renew")}
                >
                  New calendar address
                </Button>
                <Button
                  variant="outline"
                  disabled={revoke.isPending}
                  onClick={() => setAsked("revoke")}
                >
                  Turn the calendar off
                </Button>
              </chakra.div>
            </>
          )
        }
      </Known>
      {asked && (
        <ConfirmDialog
          {...QUESTIONS[asked]}
          onConfirmed={asked === "renew" ? make : turnOff}
          focusAfterwards={() => (asked === "renew" ? field.current : screenHeading())}
          onClosed={() => setAsked(null)}
        />
      )}
    </Stack>
  );
}

function MadeOn({ feed }: { readonly feed: CalendarFeed }) {
  const style = useDateStyle();
  const { timeZone } = useToday();
  return (
    <p>
      You have had a calendar address since {formatDate(dayInZone(feed.createdAt, timeZone), style)}
      . It was shown when it was made; Rota keeps no copy of it.
    </p>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { DeedAnswer } from "../../domain/households/display.ts";
import type { LoadSupabase } from "../../supabase/client.ts";
import { type ConnectionState, LiveConnection } from "../../sync/live-connection.ts";
import { displayCalls, displayQuery, isOver } from "./queries.ts";

/** milliseconds */
const READ_INTERVAL = 1_000;

/** Milliseconds: a page that loads or wakes up reconnects within this time, so it is not worth saying. */
const PATIENCE = 3_000;

/** Milliseconds: a household that is gone may be brought back, and nobody reloads a tablet on the wall. */
const LOOK_AGAIN = 10 * 60_000;

export function useDisplay(token: string, supabase: LoadSupabase) {
  const queryClient = useQueryClient();
  const query = useMemo(() => displayQuery(token, supabase, null), [token, supabase]);
  const {
    data: shown,
    error,
    isError,
    refetch,
  } = useQuery({
    ...query,
    refetchInterval: ({ state }) => isOver(state.error) && LOOK_AGAIN,
  });
  const calls = displayCalls(token, supabase);
  const { mutateAsync } = useMutation({
    mutationFn: (change: (known: typeof calls) => Promise<DeedAnswer>) => change(calls),
    // In any case: what is there now is what everybody must see.
    onSettled: () => refetch(),
  });
  const id = isOver(error) ? null : (shown?.id ?? null);
  const [connection, setConnection] = useState<ConnectionState>("live");

  useEffect(() => {
    if (id === null) return;
    const live = new LiveConnection({
      supabase,
      topic: `display:${id}`,
      onMessage: atIntervals(READ_INTERVAL, () => void live.resync()),
      resync: async () => {
        await queryClient.refetchQueries({ queryKey: query.queryKey }, { throwOnError: true });
      },
    });
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const state = live.getState();
      clearTimeout(timer);
      timer = setTimeout(() => setConnection(state), state === "reconnecting" ? PATIENCE : 0);
    };
    const stopLooking = live.subscribe(look);
    look();
    live.start();
    return () => {
      clearTimeout(timer);
      stopLooking();
      live.stop();
    };
  }, [id, supabase, queryClient, query]);

  return {
    shown,
    isOver: isOver(error),
    isError,
    retry: () => void refetch(),
    /** whether what others do is seen at once, and what is shown is true */
    isConnected: connection === "live" && !isError,
    change: mutateAsync,
  };
}

/** Repeats the call after the interval, as PostgreSQL announces a commit a moment before others see it. */
function atIntervals(milliseconds: number, act: () => void): () => void {
  let isWaiting = false;
  let isOwed = false;
  return function ask() {
    if (isWaiting) {
      isOwed = true;
      return;
    }
    act();
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      if (!isOwed) return act();
      isOwed = false;
      ask();
    }, milliseconds);
  };
}

/** Keeps the screen on (Screen Wake Lock API). */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    async function ask() {
      if (document.visibilityState !== "visible") return;
      try {
        lock = await navigator.wakeLock?.request("screen");
        if (isOver) await lock?.release();
      } catch {
        // Refused, when the battery is low: the screen goes off as it always does.
      }
    }
    void ask();
    // A hidden page loses it.
    document.addEventListener("visibilitychange", ask);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", ask);
      void lock?.release();
    };
  }, []);
}

/** hours of the device's clock */
const NIGHT = { from: 22, until: 6 };

const MINUTE = 60_000;

function isNight(): boolean {
  const hour = new Date().getHours();
  return hour >= NIGHT.from || hour < NIGHT.until;
}

/** Dimmed at night, except for a minute after a touch. */
export function useDimmed(): boolean {
  const [isDimmed, setDimmed] = useState(isNight);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function look() {
      setDimmed(isNight());
      timer = setTimeout(look, MINUTE);
    }
    function wake() {
      clearTimeout(timer);
      setDimmed(false);
      timer = setTimeout(look, MINUTE);
    }
    look();
    // After the tap: the one that wakes does nothing else.
    const inputs = ["click", "keydown"];
    for (const input of inputs) document.addEventListener(input, wake);
    return () => {
      clearTimeout(timer);
      for (const input of inputs) document.removeEventListener(input, wake);
    };
  }, []);
  return isDimmed;
}

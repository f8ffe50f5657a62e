import { useEffect, useState } from "react";

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

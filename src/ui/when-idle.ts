/**
 * Runs something when the browser has nothing better to do. Returns how to call it off. What it
 * loads is a head start only: if that fails, whoever needs it loads it again.
 */
export function whenIdle(load: () => unknown): () => void {
  const work = () => void Promise.resolve(load()).catch(() => undefined);
  // Safari has no requestIdleCallback; a second after the first screen serves as well.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 });
  return () => cancelIdleCallback(handle);
}

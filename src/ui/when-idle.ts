/** Returns a function that cancels. If the head start fails, the code that needs the result loads it again. */
export function whenIdle(load: () => unknown): () => void {
  const work = () => void Promise.resolve(load()).catch(() => undefined);
  // Safari has no requestIdleCallback; a second later is good enough.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 });
  return () => cancelIdleCallback(handle);
}

/** Runs something when the browser has nothing better to do. Returns how to call it off. */
export function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback; a second after the first screen serves as well.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 });
  return () => cancelIdleCallback(handle);
}

/** Milliseconds after which to go on without a frame: a hidden page has none. */
const NO_FRAME = 500;

/** Runs work once, after the next paint. */
export function afterPaint(work: () => void): void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    setTimeout(work);
  });
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    work();
  }, NO_FRAME);
}

/** Longer than any frame takes, in milliseconds; a hidden page has no frames at all. */
const NO_FRAME = 500;

/** Runs work, once, when the frame that is being prepared has been painted. */
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

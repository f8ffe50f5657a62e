/** Milliseconds; hidden pages get no frames. */
const NO_FRAME = 500;

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

/** Runs work once the frame that is being prepared has been painted. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => {
    setTimeout(work);
  });
}

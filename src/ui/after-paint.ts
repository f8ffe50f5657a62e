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

let drawings = 0;
const waiting: (() => void)[] = [];

/**
 * What a tap draws by itself has the page to itself: what comes to `whenDrawn` from now on waits
 * until it has been drawn, which takes so many milliseconds, or, for who wants no motion, one frame.
 */
export function drawFirst(duration: number): void {
  drawings += 1;
  const end = () => {
    drawings -= 1;
    for (const work of waiting.splice(0)) work();
  };
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  afterPaint(isStill ? end : () => setTimeout(end, duration));
}

let isUrgent = false;

/** What `change` brings to `whenDrawn` is done with it, unless something is being drawn. */
export function atOnce(change: () => void): void {
  isUrgent = true;
  try {
    change();
  } finally {
    isUrgent = false;
  }
}

/** Does work soon, and not before what a tap draws has been drawn. */
export function whenDrawn(work: () => void): void {
  if (drawings > 0) waiting.push(work);
  else if (isUrgent) work();
  else setTimeout(work);
}

declare global {
  var rotaKeptClick: (() => void) | undefined;
}

/** The button that is clicked, or with which a form is sent. */
function buttonOf({ target }: Event): HTMLElement | null {
  if (target instanceof HTMLFormElement) return target.querySelector("[type=submit]");
  return (target as Element).closest("button");
}

/**
 * Keeps the last click on a button of a screen that the page shows before the app is there. Enter in a field
 * is one, too, and a form that is sent counts as one: nothing that was typed leaves the page.
 */
export function keepClicks(screen: Element): void {
  let kept: HTMLElement | undefined;
  const end = new AbortController();
  const keep = (event: Event) => {
    const button = buttonOf(event);
    if (button === null) return;
    event.preventDefault();
    event.stopPropagation();
    kept = button;
  };
  for (const type of ["click", "submit"]) {
    screen.addEventListener(type, keep, { capture: true, signal: end.signal });
  }
  globalThis.rotaKeptClick = () => {
    globalThis.rotaKeptClick = undefined;
    end.abort();
    kept?.click();
  };
}

/** Carries out the kept click, once the app can act on it. */
export const carryOutKeptClick = (): void => globalThis.rotaKeptClick?.();

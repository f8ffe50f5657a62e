/** The screen's heading, made ready to take the focus when what had it is gone for good. */
export function screenHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading) heading.tabIndex = -1;
  return heading;
}

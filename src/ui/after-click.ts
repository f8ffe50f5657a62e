/**
 * Runs work now, or after the click that is under way: what moves the page meanwhile would take the
 * button from under the pointer.
 */
export function afterClick(work: () => void): void {
  const isPressed = document.querySelector(":active") !== null;
  if (isPressed) addEventListener("mouseup", () => setTimeout(work), { once: true, capture: true });
  else work();
}

/** Waits for a click under way, as moving the page would take the button from under the pointer. */
export function afterClick(work: () => void): void {
  const isPressed = document.querySelector(":active") !== null;
  if (isPressed) addEventListener("mouseup", () => setTimeout(work), { once: true, capture: true });
  else work();
}

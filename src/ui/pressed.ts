import { useState } from "react";
import { createStore, useStore } from "../store/store.ts";

/** Milliseconds in which a lifted finger becomes a click. */
const CLICK_MS = 100;

/**
 * Whether a finger or the mouse's button is down on the page, or its click to come: what moves meanwhile takes the
 * click away, or gives it to something else.
 */
export const pressed = createStore(false);

let timer: ReturnType<typeof setTimeout>;

function press({ button }: PointerEvent): void {
  clearTimeout(timer);
  // Another button's menu may take what comes next.
  pressed.setState(button === 0);
}

function release({ type }: Event): void {
  clearTimeout(timer);
  timer = setTimeout(() => pressed.setState(false), type === "pointerup" ? CLICK_MS : 0);
}

/** A menu of the browser's own, such as a select's, takes the end of a press. */
function move({ buttons }: PointerEvent): void {
  if (buttons === 0) pressed.setState(false);
}

globalThis.document?.addEventListener("pointerdown", press, true);
globalThis.document?.addEventListener("pointermove", move, true);
for (const type of ["pointerup", "pointercancel", "contextmenu", "change", "click"])
  globalThis.document?.addEventListener(type, release, true);

/** Waits for a click under way. */
export function afterClick(work: () => void): void {
  if (!pressed.getState()) {
    work();
    return;
  }
  const stop = pressed.subscribe(() => {
    stop();
    work();
  });
}

/** The value, or while something is pressed the one before: what is pressed stays in its place. */
export function useStill<Value>(value: Value): Value {
  const isPressed = useStore(pressed);
  const [shown, setShown] = useState(value);
  if (!isPressed && shown !== value) setShown(value);
  return isPressed ? shown : value;
}

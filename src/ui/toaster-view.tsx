import { chakra, createToaster, Toast, Toaster } from "@chakra-ui/react";
import { useEffect } from "react";
import { Icon } from "./icon.tsx";
import { deliverTo, type Notice } from "./notices.ts";

const SUCCESS_MS = 4_000;
const FAILURE_MS = 8_000;
/** How soon to look again whether toasts are still held. */
const HELD_MS = 1_000;

const isWide = matchMedia("(min-width: 48rem)").matches;

const toaster = createToaster({
  // On phones the bottom belongs to the tabs and the Add Task button.
  placement: isWide ? "bottom-end" : "top",
  // Above the editor's actions, which must stay within reach.
  offsets: isWide ? { top: "1rem", left: "1rem", right: "1rem", bottom: "5rem" } : "0.75rem",
  max: 3,
  gap: 12,
  // One upon the other until they are pointed at: three in a column would lie over the list.
  overlap: true,
});

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Whether the pointer was moved on the toasts: below one that rests they only happen to appear. */
let isPointing = false;

const isAny = (state: ":hover" | ":focus-within") =>
  document.querySelector(`[data-scope=toast][data-part=group]${state}`) !== null;

/** Whether somebody is about to read the toasts, or cannot see them now. */
function areHeld(): boolean {
  // A toast that is closed goes from under the pointer, which then leaves nothing.
  isPointing &&= isAny(":hover");
  return document.hidden || isPointing || isAny(":focus-within");
}

/** Takes a toast away after so many milliseconds; while the toasts are held, it stays. */
function dismissAfter(id: string, duration: number): void {
  clearTimeout(timers.get(id));
  const timer = setTimeout(() => {
    if (areHeld()) return dismissAfter(id, HELD_MS);
    timers.delete(id);
    toaster.dismiss(id);
  }, duration);
  timers.set(id, timer);
}

function show({ kind, title, description }: Notice): void {
  const isFailure = kind === "failure";
  toaster.create({
    // Five ticks in a row are one message, not a pile over the list.
    id: title,
    title,
    description,
    type: isFailure ? "error" : "success",
    // Its own clock asks for every frame of these seconds: the page would never rest.
    duration: Number.POSITIVE_INFINITY,
  });
  dismissAfter(title, isFailure ? FAILURE_MS : SUCCESS_MS);
}

export default function ToasterView() {
  useEffect(() => {
    let stop = () => {};
    // The toaster's store drops what is created before the view has subscribed to it, and the view
    // subscribes in a microtask of its own effect: a task later it listens.
    const timer = setTimeout(() => {
      stop = deliverTo(show);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);

  return (
    <Toaster
      toaster={toaster}
      width={isWide ? "24rem" : "auto"}
      onPointerMove={() => {
        isPointing = true;
      }}
      onPointerLeave={() => {
        isPointing = false;
      }}
    >
      {(toast) => (
        <Toast.Root>
          <span className="sign">
            <Icon name={toast.type === "error" ? "alert" : "check"} />
          </span>
          <chakra.div minW="0" overflowWrap="anywhere">
            <Toast.Title dir="auto">{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description dir="auto">{toast.description}</Toast.Description>
            )}
          </chakra.div>
          <Toast.CloseTrigger aria-label="Dismiss">
            <Icon name="close" />
          </Toast.CloseTrigger>
        </Toast.Root>
      )}
    </Toaster>
  );
}

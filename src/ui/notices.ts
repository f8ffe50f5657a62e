export interface Notice {
  title: string;
  description?: string | undefined;
  /** `failure` wears the destructive style (spec §8). */
  kind: "success" | "failure";
}

/** What was said before the toaster stood waits here. */
const waiting: Notice[] = [];
let deliver: ((notice: Notice) => void) | undefined;
let wake: (() => void) | undefined;

/** Shows a toast; both kinds are read out and can be dismissed. */
export function notify(notice: Notice): void {
  if (deliver) {
    deliver(notice);
    return;
  }
  waiting.push(notice);
  wake?.();
}

export function notifySuccess(title: string, description?: string): void {
  notify({ kind: "success", title, description });
}

export function notifyFailure(notice: Omit<Notice, "kind">): void {
  notify({ kind: "failure", ...notice });
}

/** The toaster's frame asks to be told when a first notice waits. Returns how to stop. */
export function onFirstNotice(listener: () => void): () => void {
  wake = listener;
  if (waiting.length > 0) listener();
  return () => {
    wake = undefined;
  };
}

/** The loaded toaster takes over, with everything that waited. Returns how to stop. */
export function deliverTo(show: (notice: Notice) => void): () => void {
  deliver = show;
  for (const notice of waiting.splice(0)) show(notice);
  return () => {
    deliver = undefined;
  };
}

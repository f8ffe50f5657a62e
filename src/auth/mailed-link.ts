import { useEffect, useState } from "react";

/**
 * A link from a mail that the auth service refused: it sends the browser on to the app all the same,
 * with the reason in the address's hash.
 */

/** `expired` also means used before: the service does not tell one from the other. */
export type LinkProblem = "expired" | "failed";

/** The words for it are ours: those in the address may be anybody's. */
export const LINK_PROBLEMS: Record<LinkProblem, { title: string; reason: string }> = {
  expired: {
    title: "This link no longer works",
    reason: "It has expired or was used before.",
  },
  failed: {
    title: "This link did not work",
    reason: "Something went wrong while it was checked.",
  },
};

/** What the address's hash says of a link; null when it says nothing. */
export function linkProblemOf(hash: string): LinkProblem | null {
  const reason = new URLSearchParams(hash.replace(/^#/, ""));
  if (!["error", "error_code", "error_description"].some((name) => reason.has(name))) return null;
  return reason.get("error_code") === "otp_expired" ? "expired" : "failed";
}

let problem = linkProblemOf(globalThis.location?.hash ?? "");
// Nobody else is to read it, and a reload has nothing to say any more.
if (problem) history.replaceState(history.state, "", location.pathname + location.search);

/** What is wrong with the link that led here, null when nothing is; asked again, there is nothing. */
export function takeLinkProblem(): LinkProblem | null {
  const taken = problem;
  problem = null;
  return taken;
}

/** What is wrong with the link that led to this screen, as long as the screen is there. */
export function useLinkProblem(): LinkProblem | null {
  const [shown] = useState(problem);
  useEffect(() => () => void takeLinkProblem(), []);
  return shown;
}

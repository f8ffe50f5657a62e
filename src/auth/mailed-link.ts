import { useEffect, useState } from "react";

/**
 * A mailed link that the auth service refused: it still redirects to the app, with the reason in
 * the URL's hash.
 */

/** `expired` includes links that were already used: the service does not distinguish them. */
export type LinkProblem = "expired" | "failed";

/** Our own words: anybody can put text into a URL. */
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

/** The problem that a URL's hash names; null when there is none. */
export function linkProblemOf(hash: string): LinkProblem | null {
  const reason = new URLSearchParams(hash.replace(/^#/, ""));
  if (!["error", "error_code", "error_description"].some((name) => reason.has(name))) return null;
  return reason.get("error_code") === "otp_expired" ? "expired" : "failed";
}

let problem = linkProblemOf(globalThis.location?.hash ?? "");
// Removed from the URL, so that a reload does not report it again.
if (problem) history.replaceState(history.state, "", location.pathname + location.search);

/** The problem with the link that led here, or null; reported only once. */
export function takeLinkProblem(): LinkProblem | null {
  const taken = problem;
  problem = null;
  return taken;
}

/** The problem with the link that led to this screen, for as long as it is mounted. */
export function useLinkProblem(): LinkProblem | null {
  const [shown] = useState(problem);
  useEffect(() => () => void takeLinkProblem(), []);
  return shown;
}

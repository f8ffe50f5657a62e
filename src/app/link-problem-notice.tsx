import { useEffect } from "react";
import { forgetLinkProblem, LINK_PROBLEMS, useUntoldLinkProblem } from "../auth/mailed-link.ts";
import { toastFailure } from "../ui/toast.ts";

/** Tells somebody who is already signed in that the mailed link they followed does not work. */
export function LinkProblemNotice() {
  const problem = useUntoldLinkProblem();
  useEffect(() => {
    if (problem === null) return;
    forgetLinkProblem();
    const { title, reason } = LINK_PROBLEMS[problem];
    toastFailure({ title, description: `${reason} You are signed in all the same.` });
  }, [problem]);
  return null;
}

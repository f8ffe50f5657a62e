import { useEffect } from "react";
import { LINK_PROBLEMS, takeLinkProblem } from "../auth/mailed-link.ts";
import { toastFailure } from "../ui/toast.ts";

/** Tells somebody who is already signed in that the mailed link they followed does not work. */
export function LinkProblemNotice() {
  useEffect(() => {
    const problem = takeLinkProblem();
    if (problem === null) return;
    const { title, reason } = LINK_PROBLEMS[problem];
    toastFailure({ title, description: `${reason} You are signed in all the same.` });
  }, []);
  return null;
}

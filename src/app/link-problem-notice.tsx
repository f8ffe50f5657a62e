import { useEffect } from "react";
import { forgetLinkProblem, LINK_PROBLEMS, useUntoldLinkProblem } from "../auth/mailed-link.ts";
import { toastFailure } from "../ui/toast.ts";
import { spokenLocale } from "../ui/use-locale.ts";

/** Tells that a mailed link did nothing, to somebody who is signed in all the same. */
export default function LinkProblemNotice() {
  const problem = useUntoldLinkProblem();
  useEffect(() => {
    if (problem === null) return;
    forgetLinkProblem();
    const { t } = spokenLocale.getState();
    const { title, reason } = LINK_PROBLEMS[problem];
    const description = [t(reason), t("You are signed in all the same.")].join(" ");
    toastFailure({ title: t(title), description });
  }, [problem]);
  return null;
}

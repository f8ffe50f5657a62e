import { useEffect } from "react";
import { browserStyle } from "../../auth/browser-style.ts";
import { useSession } from "../../auth/session.ts";
import { saveProfile } from "../../sync/save-profile.ts";
import { useProfile } from "../../sync/use-tasks.ts";

/** The style used when none is stored. */
const USUAL = "mdy-12-sun";

/** Stores the browser's date style for a person who has none, so that mails use it, too. */
export function useFirstStyle(): void {
  const session = useSession();
  const isOpen = useProfile()?.dateStyle === null;
  useEffect(() => {
    const style = browserStyle();
    if (!session || !isOpen || style === null || style === USUAL) return;
    // The next visit tries again.
    saveProfile(session, { date_style: style }).catch(() => undefined);
  }, [session, isOpen]);
}

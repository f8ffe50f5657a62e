import { useEffect } from "react";
import { browserStyle } from "../../auth/browser-style.ts";
import { useSession } from "../../auth/session.ts";
import { saveProfile } from "../../sync/save-profile.ts";
import { useProfile } from "../../sync/use-tasks.ts";

/** What counts where nothing is kept. */
const USUAL = "mdy-12-sun";

/**
 * Whoever has chosen no way to write dates, as those whose account is older than the choice, gets the one
 * of the language of the browser with which they come: kept in the profile, so that mails follow.
 */
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

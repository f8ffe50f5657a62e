import { useEffect } from "react";
import { browserStyle } from "../../auth/browser-style.ts";
import { useSession } from "../../auth/session.ts";
import { spokenLanguage } from "../../domain/language/languages.ts";
import { saveProfile } from "../../sync/save-profile.ts";
import { useProfile } from "../../sync/use-tasks.ts";

/** The style used when none is stored. */
const USUAL = "mdy-12-sun";

/** Stores the browser's language and date style for a person who has none, so that mails use them, too. */
export function useFirstStyle(): void {
  const session = useSession();
  const { dateStyle, language } = useProfile() ?? {};
  useEffect(() => {
    if (!session) return;
    const style = dateStyle === null ? browserStyle() : null;
    const spoken = language === null ? spokenLanguage(navigator.languages) : "en";
    const change = {
      ...(style !== null && style !== USUAL && { date_style: style }),
      ...(spoken !== "en" && { language: spoken }),
    };
    // The next visit tries again.
    if (Object.keys(change).length > 0) saveProfile(session, change).catch(() => undefined);
  }, [session, dateStyle, language]);
}

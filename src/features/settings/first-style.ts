import { useEffect } from "react";
import { browserStyle } from "../../auth/browser-style.ts";
import { useSession } from "../../auth/session.ts";
import { spokenLanguage } from "../../domain/language/languages.ts";
import { saveProfile } from "../../sync/save-profile.ts";
import { useProfile } from "../../sync/use-tasks.ts";

/**
 * Stores the browser's language and date style for a person who has none: their mails use them, too, and another
 * browser doesn't change them.
 */
export function useFirstStyle(): void {
  const session = useSession();
  const { dateStyle, language } = useProfile() ?? {};
  useEffect(() => {
    if (!session) return;
    const style = dateStyle === null ? browserStyle() : null;
    const change = {
      ...(style !== null && { date_style: style }),
      ...(language === null && { language: spokenLanguage(navigator.languages) }),
    };
    // The next visit tries again.
    if (Object.keys(change).length > 0) saveProfile(session, change).catch(() => undefined);
  }, [session, dateStyle, language]);
}

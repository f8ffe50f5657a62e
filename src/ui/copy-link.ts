import { toastFailure, toastSuccess } from "./toast.ts";
import { spokenLocale } from "./use-locale.ts";

/** Shows the link if it can't be copied. */
export async function copyLink(link: string, about: string): Promise<void> {
  const { t } = spokenLocale.getState();
  try {
    await navigator.clipboard.writeText(link);
    toastSuccess(t("Link copied"), about);
  } catch {
    toastFailure({ title: t("The link could not be copied"), description: link });
  }
}

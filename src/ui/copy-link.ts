import { toastFailure, toastSuccess } from "./toast.ts";

/** Copies a link and says what is to be known of it; shows it where that fails. */
export async function copyLink(link: string, about: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toastSuccess("Link copied", about);
  } catch {
    toastFailure({ title: "The link could not be copied", description: link });
  }
}

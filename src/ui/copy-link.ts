import { toastFailure, toastSuccess } from "./toast.ts";

/** Shows the link if it can't be copied. */
export async function copyLink(link: string, about: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toastSuccess("Link copied", about);
  } catch {
    toastFailure({ title: "The link could not be copied", description: link });
  }
}

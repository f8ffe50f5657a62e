import type { FailureWords } from "../../supabase/failure-notice.ts";

export const SAVING_FAILED: FailureWords = {
  title: "Error Saving Notifications",
  description: "Nothing has changed. Please try again.",
};

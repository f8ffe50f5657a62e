import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useDownloadEverything } from "./export.ts";

export const DOWNLOAD_FAILED: FailureWords = {
  title: "Error Downloading Your Data",
  description: "Failed to download your data. Please try again.",
  offline: "Unable to download your data. Please check your connection and try again.",
};

export function DownloadEverything() {
  const { mutateAsync, isPending } = useDownloadEverything();
  const download = () =>
    mutateAsync().then(
      () => toastSuccess("Download ready", "Everything you can see is in the file."),
      (error) => toastFailure(failureNotice(DOWNLOAD_FAILED, error)),
    );
  return (
    <Button
      variant="outline"
      aria-disabled={isPending}
      onClick={() => void (isPending || download())}
    >
      Download everything
    </Button>
  );
}

import { errorWords, failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useDownloadEverything } from "./export.ts";

export const DOWNLOAD_FAILED = errorWords("Downloading Your Data", "download your data");

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

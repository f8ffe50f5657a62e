import { told } from "../../completions/told-changes.ts";
import { errorWords } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useDownloadEverything } from "./export.ts";

export const DOWNLOAD_FAILED = errorWords("Downloading Your Data", "download your data");

export function DownloadEverything() {
  const { mutateAsync, isPending } = useDownloadEverything();
  const download = () =>
    told(mutateAsync(), DOWNLOAD_FAILED, () =>
      toastSuccess("Download ready", "Everything you can see is in the file."),
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

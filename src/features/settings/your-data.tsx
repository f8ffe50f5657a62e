import { chakra, Stack } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useDownloadCalendar, useDownloadEverything } from "./export.ts";

const DOWNLOAD_FAILED: FailureWords = {
  title: "Error Downloading Your Data",
  description: "Failed to download your data. Please try again.",
  offline: "Unable to download your data. Please check your connection and try again.",
};

const ImportDialog = late(() => import("./import-dialog.tsx"));

/** Out and in: everything as a file, and tasks from one. */
export function YourData() {
  const { mutate, isPending } = useDownloadEverything();
  const calendar = useDownloadCalendar();
  const [isImporting, setImporting] = useState(false);

  const download = () =>
    mutate(undefined, {
      onSuccess: () => toastSuccess("Download ready", "Everything you can see is in the file."),
      onError: (error) => toastFailure(failureNotice(DOWNLOAD_FAILED, error)),
    });

  return (
    <Stack gap="3" alignItems="flex-start">
      <chakra.p color="fg.muted">
        Download all you can see in Rota: tasks, who did them and when, notes, and with whom you
        share; or the days of your own tasks, as a calendar file. What you downloaded can be
        imported here or in another Rota, and so can a project that Todoist has exported.
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button
          variant="outline"
          aria-disabled={isPending}
          onClick={() => void (isPending || download())}
        >
          Download everything
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            calendar.mutate(undefined, {
              onError: (error) => toastFailure(failureNotice(DOWNLOAD_FAILED, error)),
            })
          }
        >
          Download my calendar
        </Button>
        <Button variant="outline" onClick={() => setImporting(true)}>
          Import tasks
        </Button>
      </chakra.div>
      {isImporting && (
        <Suspense>
          <ImportDialog onClosed={() => setImporting(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

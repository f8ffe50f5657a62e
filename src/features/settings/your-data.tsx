import { chakra, Stack } from "@chakra-ui/react";
import { told } from "../../completions/told-changes.ts";
import { Button } from "../../ui/button.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { late } from "../../ui/late.tsx";
import { DOWNLOAD_FAILED, DownloadEverything } from "./download-everything.tsx";
import { useDownloadCalendar } from "./export.ts";

const ImportDialog = late(() => import("./import-dialog.tsx"));

export function YourData() {
  const calendar = useDownloadCalendar();

  return (
    <Stack gap="3" alignItems="flex-start">
      <chakra.p color="fg.muted">
        Download all you can see in Rota: tasks, who did them and when, notes, and who you share
        with; or the days of your own tasks and your households’, as a calendar file. You can import
        such a download here or in another Rota, and a project exported from Todoist.
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <DownloadEverything />
        <Button
          variant="outline"
          onClick={() => void told(calendar.mutateAsync(), DOWNLOAD_FAILED)}
        >
          Download my calendar
        </Button>
        <DialogButton label="Import tasks">
          {(onClosed) => <ImportDialog onClosed={onClosed} />}
        </DialogButton>
      </chakra.div>
    </Stack>
  );
}

import { useMutation } from "@tanstack/react-query";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { download } from "../../ui/download.ts";
import { toastFailure } from "../../ui/toast.ts";
import type { FigureRow } from "./figure-table.tsx";

const DOWNLOAD_FAILED: FailureWords = {
  title: "No File",
  description: "The file could not be made. Please try again.",
};

/** Downloads the figures of a year as `rota-figures-2026.csv`. */
export function DownloadFigures({ rows, year }: { rows: readonly FigureRow[]; year: number }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { figuresFile } = await import("./csv.ts");
      download(`rota-figures-${year}.csv`, "text/csv;charset=utf-8", await figuresFile(rows));
    },
    onError: (error) => toastFailure(failureNotice(DOWNLOAD_FAILED, error)),
  });
  return (
    <div>
      <Button variant="outline" disabled={isPending} onClick={() => mutate()}>
        Download as CSV
      </Button>
    </div>
  );
}

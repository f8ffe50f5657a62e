import { Stack } from "@chakra-ui/react";
import { skipToken, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../auth/session.ts";
import { told } from "../../completions/told-changes.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { ImportEntry, ImportResult } from "../../domain/portability/import-input.ts";
import type { LeftOut } from "../../domain/portability/rota-file.ts";
import { ERROR_TEXTS } from "../../domain/tasks/error-codes.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";
import { refreshTaskList } from "../../sync/task-list.ts";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { ImportList, scheduleText } from "./import-list.tsx";
import {
  finishImport,
  IMPORT_FAILED,
  type ImportOutcome,
  sendPieces,
  type Upload,
} from "./upload.ts";

interface ImportPreviewProps {
  upload: Upload;
  entries: readonly ImportEntry[];
  leftOut: readonly LeftOut[];
  remarks: readonly string[];
  words?: ReadonlyMap<string, string> | undefined;
  onDone: () => void;
}

const tasks = (count: number) => `${formatCount(count)} ${count === 1 ? "task" : "tasks"}`;

export function ImportPreview(props: ImportPreviewProps) {
  const locale = useLocale();
  const { upload, entries, leftOut, remarks, words, onDone } = props;
  const { data: results, error, sentPieces, refetch } = usePreview(upload);
  const { mutateAsync, isPending } = useImport();
  const [withShares, setWithShares] = useState(false);

  if (error) {
    const { title, description } = failureNotice(IMPORT_FAILED, error);
    return (
      <Stack gap="3" alignItems="flex-start" role="alert">
        <p>
          <strong>{title}</strong> {description}
        </p>
        {!(error instanceof RequestFailure && error.isFinal) && (
          <Button variant="outline" onClick={() => void refetch()}>
            Try Again
          </Button>
        )}
      </Stack>
    );
  }
  if (!results) {
    const share = sentPieces / Math.max(upload.pieces.length, 1);
    return <ProgressBar label="Reading the file" share={share} />;
  }

  const outcomeIs = (outcome: ImportResult["outcome"]) =>
    entries.filter((_, index) => results[index]?.outcome === outcome);
  const [added, there] = [outcomeIs("added"), outcomeIs("there")];
  const refused = [
    ...leftOut,
    ...entries.flatMap((entry, index) => reasonOf(entry, results[index])),
  ];
  const addresses = new Set(added.flatMap(({ shareWith }) => shareWith));

  function run() {
    void told(mutateAsync({ upload, withShares }), IMPORT_FAILED, (outcome) => {
      if (outcome) toastSuccess("Import done", outcomeText(outcome));
      onDone();
    });
  }

  return (
    <Stack gap="5" aria-live="polite">
      <ImportList
        title={`${tasks(added.length)} will be added`}
        rows={added.map(({ source, fields }) => ({
          title: String(fields.title),
          text: scheduleText(fields, locale),
          words: words?.get(source),
        }))}
      />
      {there.length > 0 && (
        <ImportList
          title={`${tasks(there.length)} ${there.length === 1 ? "is" : "are"} here already`}
          rows={there.map(({ fields }) => ({ title: String(fields.title) }))}
        />
      )}
      {refused.length > 0 && (
        <ImportList
          title={`${tasks(refused.length)} will not be added`}
          rows={refused.map(({ title, why }) => ({ title, text: why }))}
        />
      )}
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {addresses.size > 0 && (
        <SwitchRow
          label={`Share them again, with ${addresses.size === 1 ? "1 address" : `${addresses.size} addresses`}. Each is invited.`}
          isOn={withShares}
          onChange={setWithShares}
        />
      )}
      <div>
        <Button
          disabled={added.length === 0}
          aria-disabled={isPending}
          onClick={() => void (isPending || run())}
        >
          Add {tasks(added.length)}
        </Button>
      </div>
    </Stack>
  );
}

function outcomeText({ added, refused }: ImportOutcome): string {
  if (refused === 0) return `${tasks(added)} added.`;
  return `${tasks(added)} added, ${formatCount(refused)} not: choose the file again to see why.`;
}

function reasonOf({ fields }: ImportEntry, result: ImportResult | undefined): LeftOut[] {
  const title = String(fields.title ?? "");
  if (result?.outcome === "deleted") return [{ title, why: "You have deleted it here" }];
  if (result?.outcome !== "refused") return [];
  const codes = result.issues.map(({ code }) => code);
  const texts: Readonly<Record<string, string>> = { ...INPUT_TEXTS, ...ERROR_TEXTS };
  const why = codes.map((code) => texts[code] ?? code).join(", ");
  return [{ title, why: why || INPUT_TEXTS.INVALID }];
}

/** Sends the remaining pieces first. */
function usePreview(upload: Upload) {
  const session = useSession();
  const [sentPieces, setSentPieces] = useState(upload.answers.length);
  const query = useQuery({
    queryKey: ["import-preview", session?.userId, upload.id],
    queryFn: session
      ? ({ signal }) =>
          sendPieces(session, upload, AbortSignal.any([signal, session.signal]), setSentPieces)
      : skipToken,
    // Large, and of no use later.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return { ...query, sentPieces };
}

interface Import {
  readonly upload: Upload;
  readonly withShares: boolean;
}

function useImport() {
  const session = useSession();
  return useMutation({
    mutationFn: async ({ upload, withShares }: Import) => {
      if (session === null) return null;
      const outcome = await finishImport(session, upload, withShares);
      await refreshTaskList(session).catch(() => undefined);
      return outcome;
    },
  });
}

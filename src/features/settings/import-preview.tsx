import { Stack } from "@chakra-ui/react";
import { skipToken, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import { told } from "../../completions/told-changes.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { scheduleText } from "../../domain/moving/schedule-text.ts";
import type { ImportEntry, ImportResult } from "../../domain/portability/import-input.ts";
import { refusalOf } from "../../domain/portability/import-results.ts";
import type { LeftOut } from "../../domain/portability/rota-file.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";
import { refreshTaskList } from "../../sync/task-list.ts";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { ImportList } from "./import-list.tsx";
import { useUndoImport } from "./undo-import.ts";
import {
  finishImport,
  IMPORT_FAILED,
  type ImportOutcome,
  sendPieces,
  type Upload,
} from "./upload.ts";

export interface ImportPlan {
  readonly upload: Upload;
  readonly entries: readonly ImportEntry[];
  readonly leftOut: readonly LeftOut[];
  readonly remarks: readonly string[];
  /** what the file says of each task's schedule, where that was words, by its source */
  readonly words?: ReadonlyMap<string, string | undefined>;
  /** of a household: what is kept, by the sources of the tasks that are added */
  readonly summary?: (added: ReadonlySet<string>) => string;
}

interface ImportPreviewProps extends ImportPlan {
  onDone: () => void;
}

export function ImportPreview(props: ImportPreviewProps) {
  const locale = useLocale();
  const { t } = locale;
  const { upload, entries, leftOut, remarks, words, summary, onDone } = props;
  const { today } = useToday();
  const { data: results, error, sentPieces, refetch } = usePreview(upload);
  const { mutateAsync, isPending } = useImport();
  const undo = useUndoImport();
  const [withShares, setWithShares] = useState(false);

  if (error) {
    const { title, description } = failureNotice(IMPORT_FAILED, error, locale);
    return (
      <Stack gap="3" alignItems="flex-start" role="alert">
        <p>
          <strong>{title}</strong> {description}
        </p>
        {!(error instanceof RequestFailure && error.isFinal) && (
          <Button variant="outline" onClick={() => void refetch()}>
            {t("Try Again")}
          </Button>
        )}
      </Stack>
    );
  }
  if (!results) {
    const share = sentPieces / Math.max(upload.pieces.length, 1);
    return <ProgressBar label={t("Reading the file")} share={share} />;
  }

  const outcomeIs = (outcome: ImportResult["outcome"]) =>
    entries.filter((_, index) => results[index]?.outcome === outcome);
  const [added, there] = [outcomeIs("added"), outcomeIs("there")];
  const refused = [
    ...leftOut,
    ...entries.flatMap((entry, index) => refusalOf(entry, results[index], locale)),
  ];
  const addresses = new Set(added.flatMap(({ shareWith }) => shareWith));

  function run() {
    void told(mutateAsync({ upload, withShares }), IMPORT_FAILED, (outcome) => {
      const back =
        upload.household === undefined
          ? undefined
          : { label: t("Undo"), run: () => undo(upload.id) };
      if (outcome) toastSuccess(t("Import done"), outcomeText(outcome, locale), back);
      onDone();
    });
  }

  return (
    <Stack gap="5" aria-live="polite">
      {summary && <p>{summary(new Set(added.map(({ source }) => source)))}</p>}
      <ImportList
        title={t("{count, plural, one {# task} other {# tasks}} will be added", {
          count: added.length,
        })}
        rows={added.map((entry) => ({
          title: String(entry.fields.title),
          text: scheduleText(entry, locale, today),
          words: words?.get(entry.source),
        }))}
      />
      {there.length > 0 && (
        <ImportList
          title={t("{count, plural, one {# task is} other {# tasks are}} here already", {
            count: there.length,
          })}
          rows={there.map(({ fields }) => ({ title: String(fields.title) }))}
        />
      )}
      {refused.length > 0 && (
        <ImportList
          title={
            summary
              ? t("{count, plural, one {# thing} other {# things}} will not be added", {
                  count: refused.length,
                })
              : t("{count, plural, one {# task} other {# tasks}} will not be added", {
                  count: refused.length,
                })
          }
          rows={refused.map(({ title, why }) => ({ title, text: why }))}
        />
      )}
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {addresses.size > 0 && (
        <SwitchRow
          label={t(
            "Share them again, with {count, plural, one {# address} other {# addresses}}. Each is invited.",
            { count: addresses.size },
          )}
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
          {t("Add {count, plural, one {# task} other {# tasks}}", { count: added.length })}
        </Button>
      </div>
    </Stack>
  );
}

function outcomeText({ added, refused }: ImportOutcome, { t }: Locale): string {
  return refused === 0
    ? t("{added, plural, one {# task} other {# tasks}} added.", { added })
    : t(
        "{added, plural, one {# task} other {# tasks}} added, {refused, number} not: choose the file again to see why.",
        { added, refused },
      );
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

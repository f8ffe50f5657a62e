import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useId, useState } from "react";
import { formatDate } from "../../domain/dates/format-date.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { ImportEntry, ImportResult } from "../../domain/portability/import-input.ts";
import type { LeftOut } from "../../domain/portability/rota-file.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import { ERROR_TEXTS } from "../../domain/tasks/error-codes.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import type { TaskFields } from "../../domain/tasks/task-input.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useImport, usePreview } from "./import.ts";
import { IMPORT_FAILED, type ImportOutcome, type Upload } from "./upload.ts";

interface ImportPreviewProps {
  upload: Upload;
  entries: readonly ImportEntry[];
  leftOut: readonly LeftOut[];
  remarks: readonly string[];
  onDone: () => void;
}

const tasks = (count: number) => `${formatCount(count)} ${count === 1 ? "task" : "tasks"}`;

/** What an import will come to, and the button that does it. */
export function ImportPreview({ upload, entries, leftOut, remarks, onDone }: ImportPreviewProps) {
  const { data: results, error, sentPieces, refetch } = usePreview(upload);
  const { mutate, isPending } = useImport();
  const [withShares, setWithShares] = useState(false);
  const switchId = useId();

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
    return <ProgressBar label="Looking at the file" share={share} />;
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
    mutate(
      { upload, withShares },
      {
        onSuccess: (outcome) => {
          if (outcome) toastSuccess("Import done", outcomeText(outcome));
          onDone();
        },
        onError: (failure) => toastFailure(failureNotice(IMPORT_FAILED, failure)),
      },
    );
  }

  return (
    <Stack gap="5" aria-live="polite">
      <Part title={`${tasks(added.length)} will be added`}>
        {added.map(({ source, fields }) => (
          <li key={source}>
            <bdi>{String(fields.title)}</bdi>{" "}
            <chakra.span color="fg.muted">{scheduleText(fields)}</chakra.span>
          </li>
        ))}
      </Part>
      {there.length > 0 && (
        <Part title={`${tasks(there.length)} ${there.length === 1 ? "is" : "are"} here already`}>
          {there.map(({ source, fields }) => (
            <li key={source}>
              <bdi>{String(fields.title)}</bdi>
            </li>
          ))}
        </Part>
      )}
      {refused.length > 0 && (
        <Part title={`${tasks(refused.length)} will not be added`}>
          {refused.map(({ title, why }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: titles may come twice, and the list stays as it is
            <li key={index}>
              <bdi>{title}</bdi> <chakra.span color="fg.muted">{why}</chakra.span>
            </li>
          ))}
        </Part>
      )}
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {addresses.size > 0 && (
        <chakra.label htmlFor={switchId} display="flex" gap="3" alignItems="center" minH="touch">
          <Switch
            id={switchId}
            checked={withShares}
            onChange={(event) => setWithShares(event.target.checked)}
          />
          <span>
            Share them again, with{" "}
            {addresses.size === 1 ? "1 address" : `${addresses.size} addresses`}. Each is invited.
          </span>
        </chakra.label>
      )}
      <chakra.div>
        <Button
          disabled={added.length === 0}
          aria-disabled={isPending}
          onClick={() => void (isPending || run())}
        >
          Add {tasks(added.length)}
        </Button>
      </chakra.div>
    </Stack>
  );
}

function outcomeText({ added, refused }: ImportOutcome): string {
  if (refused === 0) return `${tasks(added)} added.`;
  return `${tasks(added)} added, ${formatCount(refused)} not: choose the file again to see why.`;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <chakra.h3 id={id} fontSize="md" mb="1">
        {title}
      </chakra.h3>
      {/* Long lists scroll by keyboard, too. */}
      <Stack
        as="ul"
        gap="1"
        maxH="12rem"
        overflowY="auto"
        overflowWrap="anywhere"
        tabIndex={0}
        aria-labelledby={id}
      >
        {children}
      </Stack>
    </section>
  );
}

/** 'Every 2 weeks, from Nov 22, 2026' */
function scheduleText(fields: ImportEntry["fields"]): string {
  const task = { repeatValue: "daily", ...fields } as unknown as TaskFields;
  return `${repeatText(task)}, from ${formatDate(task.startDate)}`;
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

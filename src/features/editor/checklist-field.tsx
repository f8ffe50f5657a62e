import { chakra } from "@chakra-ui/react";
import { type ClipboardEvent, type KeyboardEvent, useId } from "react";
import { CHECKLIST_LINE_MAX_LENGTH, CHECKLIST_MAX_LINES } from "../../domain/tasks/task-input.ts";
import { Icon } from "../../ui/icon.tsx";
import { Input } from "../../ui/input.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { RowButtons, useOrderedRows } from "./ordered-rows.tsx";

interface ChecklistFieldProps {
  /** as typed: some may be empty */
  lines: readonly string[];
  error: string | undefined;
  onChange: (lines: readonly string[]) => void;
  onLeave: () => void;
}

/** Enter adds a line below, Backspace removes an empty one, Alt with the arrows moves one. */
export function ChecklistField({ lines, error, onChange, onLeave }: ChecklistFieldProps) {
  const id = useId();
  const { t } = useLocale();
  const { list, change, move } = useOrderedRows(lines, onChange, (_, index) => index);
  const rows = lines.length < CHECKLIST_MAX_LINES ? [...lines, ""] : lines;

  function type(index: number, text: string) {
    const isCleared = text === "" && index === lines.length - 1;
    onChange(lines.toSpliced(index, 1, ...(isCleared ? [] : [text])));
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, index: number) {
    const { key, altKey } = event;
    if (altKey && (key === "ArrowUp" || key === "ArrowDown")) {
      event.preventDefault();
      move(
        index,
        key === "ArrowUp" ? -1 : 1,
        "line",
        rows[index] || t("The line // of a checklist, moved"),
      );
    } else if (key === "Enter") {
      event.preventDefault();
      if (index >= lines.length) return;
      const isRoom = rows[index + 1] !== "" && lines.length < CHECKLIST_MAX_LINES;
      change(isRoom ? lines.toSpliced(index + 1, 0, "") : [...lines], index + 1, "line");
    } else if (key === "Backspace" && rows[index] === "" && index > 0) {
      event.preventDefault();
      change(lines.toSpliced(index, 1), index - 1, "line");
    }
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>, index: number) {
    const added = pastedLines(event);
    if (added.length === 0) return;
    event.preventDefault();
    change(lines.toSpliced(index, 1, ...added), index + added.length - 1, "line");
  }

  return (
    <fieldset aria-describedby={id}>
      <legend>{t("Checklist")}</legend>
      <chakra.ol ref={list} display="grid" gap="1">
        {rows.map((line, index) => {
          const isNew = index === lines.length;
          const number = index + 1;
          const name = line.trim() || t("line {number} // in 'Remove line 3'", { number });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line that is being typed stays the same field.
            <chakra.li key={index} data-row={index} display="flex" alignItems="center">
              <Input
                dir="auto"
                flex="1"
                minW="0"
                data-part="line"
                aria-label={isNew ? t("New line") : t("Line {number}", { number })}
                aria-invalid={(error !== undefined && isWrong(rows, index)) || undefined}
                aria-describedby={id}
                placeholder={isNew ? t("Add a line") : " "}
                autoComplete="off"
                enterKeyHint="next"
                value={line}
                onChange={(event) => type(index, event.target.value)}
                onKeyDown={(event) => onKeyDown(event, index)}
                onPaste={(event) => onPaste(event, index)}
                onBlur={onLeave}
              />
              {!isNew && (
                <RowButtons
                  name={name}
                  isFirst={index === 0}
                  isLast={index === lines.length - 1}
                  removal={t("Remove {name}", { name })}
                  isNarrow
                  onMove={(by, part) =>
                    move(index, by, part, line || t("The line // of a checklist, moved"))
                  }
                  onRemove={() => {
                    const isLast = index === lines.length - 1;
                    change(lines.toSpliced(index, 1), index, isLast ? "line" : "remove");
                  }}
                />
              )}
            </chakra.li>
          );
        })}
      </chakra.ol>
      <chakra.div id={id} mt="1.5" fontSize="sm" color="fg.muted">
        {t("Ticked again each time it is due.")}
        {error !== undefined && (
          <chakra.p display="flex" alignItems="center" gap="1.5" color="danger">
            <Icon name="alert" />
            {error}
          </chakra.p>
        )}
      </chakra.div>
    </fieldset>
  );
}

function isWrong(rows: readonly string[], index: number): boolean {
  const line = rows[index]?.trim() ?? "";
  const isOff = index >= CHECKLIST_MAX_LINES || [...line].length > CHECKLIST_LINE_MAX_LENGTH;
  return line !== "" && (isOff || rows.findIndex((other) => other.trim() === line) < index);
}

/** Splits what several pasted lines make of the field; empty for a single line. */
function pastedLines({ clipboardData, currentTarget }: ClipboardEvent<HTMLInputElement>): string[] {
  const pasted = clipboardData.getData("text");
  if (!/[\r\n]/.test(pasted)) return [];
  const { value, selectionStart, selectionEnd } = currentTarget;
  const text = value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? 0);
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== "");
}

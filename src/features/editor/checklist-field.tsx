import { chakra, Input } from "@chakra-ui/react";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from "react";
import { CHECKLIST_LINE_MAX_LENGTH, CHECKLIST_MAX_LINES } from "../../domain/tasks/task-input.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

type Part = "line" | "up" | "down" | "remove";

interface ChecklistFieldProps {
  /** as typed: some may be empty */
  lines: readonly string[];
  error: string | undefined;
  onChange: (lines: readonly string[]) => void;
  onLeave: () => void;
}

/**
 * The lines of a checklist, each in a field, and an empty one for the next. By keyboard: Enter makes a
 * line below, Backspace takes an empty one away, Alt with the arrows moves one.
 */
export function ChecklistField({ lines, error, onChange, onLeave }: ChecklistFieldProps) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useRef<{ index: number; part: Part } | null>(null);
  const rows = lines.length < CHECKLIST_MAX_LINES ? [...lines, ""] : lines;

  // Once the rows are as they will be.
  useEffect(() => {
    const next = focusNext.current;
    focusNext.current = null;
    const row = next && list.current?.children[next.index];
    row?.querySelector<HTMLElement>(`[data-part=${next?.part}]`)?.focus();
  });

  function change(next: readonly string[], index: number, part: Part) {
    focusNext.current = { index, part };
    onChange(next);
  }

  function type(index: number, text: string) {
    const isCleared = text === "" && index === lines.length - 1;
    onChange(lines.toSpliced(index, 1, ...(isCleared ? [] : [text])));
  }

  function move(from: number, by: -1 | 1, part: Part) {
    const to = from + by;
    const line = lines[from];
    if (line === undefined || to < 0 || to >= lines.length) return;
    change(lines.toSpliced(from, 1).toSpliced(to, 0, line), to, part);
    announce(`${line || "The line"} is number ${to + 1} of ${lines.length}`);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, index: number) {
    const { key, altKey } = event;
    if (altKey && (key === "ArrowUp" || key === "ArrowDown")) {
      event.preventDefault();
      move(index, key === "ArrowUp" ? -1 : 1, "line");
    } else if (key === "Enter") {
      // It does not save the task.
      event.preventDefault();
      if (index >= lines.length) return;
      const isRoom = rows[index + 1] !== "" && lines.length < CHECKLIST_MAX_LINES;
      change(isRoom ? lines.toSpliced(index + 1, 0, "") : [...lines], index + 1, "line");
    } else if (key === "Backspace" && rows[index] === "" && index > 0) {
      event.preventDefault();
      change(lines.toSpliced(index, 1), index - 1, "line");
    }
  }

  /** Several lines pasted are several lines. */
  function onPaste(event: ClipboardEvent<HTMLInputElement>, index: number) {
    const pasted = event.clipboardData.getData("text");
    if (!/[\r\n]/.test(pasted)) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const [before, after] = [value.slice(0, selectionStart ?? 0), value.slice(selectionEnd ?? 0)];
    const parts = `${before}${pasted}${after}`.split(/[\r\n]+/).map((line) => line.trim());
    const added = parts.filter((line) => line !== "");
    change(lines.toSpliced(index, 1, ...added), index + added.length - 1, "line");
  }

  const isWrong = (line: string, index: number) =>
    line !== "" &&
    (index >= CHECKLIST_MAX_LINES ||
      [...line.trim()].length > CHECKLIST_LINE_MAX_LENGTH ||
      lines.findIndex((other) => other.trim() === line.trim()) < index);

  return (
    <chakra.fieldset aria-describedby={id}>
      <chakra.legend fontSize="sm" fontWeight="semibold" mb="1.5">
        Checklist
      </chakra.legend>
      <chakra.ol ref={list} display="grid" gap="1">
        {rows.map((line, index) => {
          const isNew = index === lines.length;
          const number = index + 1;
          const name = line.trim() || `line ${number}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line that is being typed stays the same field.
            <chakra.li key={index} display="flex" alignItems="center">
              <Input
                dir="auto"
                flex="1"
                minW="0"
                data-part="line"
                aria-label={isNew ? "New line" : `Line ${number}`}
                aria-invalid={(error !== undefined && isWrong(line, index)) || undefined}
                aria-describedby={id}
                placeholder={isNew ? "Add a line" : undefined}
                autoComplete="off"
                enterKeyHint="next"
                value={line}
                onChange={(event) => type(index, event.target.value)}
                onKeyDown={(event) => onKeyDown(event, index)}
                onPaste={(event) => onPaste(event, index)}
                onBlur={onLeave}
              />
              {!isNew && (
                <>
                  <RowButton
                    part="up"
                    label={`Move ${name} up`}
                    isOff={index === 0}
                    onPress={() => move(index, -1, "up")}
                  />
                  <RowButton
                    part="down"
                    label={`Move ${name} down`}
                    isOff={index === lines.length - 1}
                    onPress={() => move(index, 1, "down")}
                  />
                  <RowButton
                    part="remove"
                    label={`Remove ${name}`}
                    onPress={() => {
                      const isLast = index === lines.length - 1;
                      change(lines.toSpliced(index, 1), index, isLast ? "line" : "remove");
                    }}
                  />
                </>
              )}
            </chakra.li>
          );
        })}
      </chakra.ol>
      <chakra.div id={id} mt="1.5" fontSize="sm" color="fg.muted">
        Ticked again each time it is due.
        {error !== undefined && (
          <chakra.p display="flex" alignItems="center" gap="1.5" color="danger">
            <Icon name="alert" />
            {error}
          </chakra.p>
        )}
      </chakra.div>
    </chakra.fieldset>
  );
}

interface RowButtonProps {
  part: "up" | "down" | "remove";
  label: string;
  /** It stays where it is and keeps the focus, but does nothing. */
  isOff?: boolean;
  onPress: () => void;
}

const ICONS = { up: "up", down: "down", remove: "close" } as const;

function RowButton({ part, label, isOff = false, onPress }: RowButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      // A narrow phone has room for one direction, which leads to every order.
      display={part === "down" ? { base: "none", sm: "inline-flex" } : undefined}
      opacity={isOff ? "0.4" : undefined}
      data-part={part}
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={onPress}
    >
      <Icon name={ICONS[part]} />
    </Button>
  );
}

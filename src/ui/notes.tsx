import { type FocusEvent, useEffect, useRef, useState } from "react";
import type { Task } from "../domain/tasks/task.ts";
import { late } from "./late.tsx";
import { useLocale } from "./use-locale.ts";

const LinkedText = late<{ text: string }>(
  () => import("./linked-text.tsx"),
  ({ text }) => text,
);

/** Most notes have no address and need no link detection. */
const MAY_HAVE_ADDRESS = /:\/\/|@/;

export function Notes({ task, text }: { task: Pick<Task, "title">; text: string }) {
  const { t } = useLocale();
  const { title } = task;
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  const paragraph = useRef<HTMLParagraphElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text of the same size needs a look, too.
  useEffect(() => {
    const element = paragraph.current;
    if (isOpen || element === null) return;
    const observer = new ResizeObserver(() => {
      // Both heights are rounded, so one pixel may differ.
      setCut(element.scrollHeight > element.clientHeight + 1);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen, text]);

  /** Expands the notes when a hidden link gets the focus. */
  function reveal({ currentTarget: box, target }: FocusEvent) {
    const isBelow = target.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom + 1;
    if (box.scrollTop > 0 || isBelow) setOpen(true);
  }

  return (
    <>
      <p
        ref={paragraph}
        className="notes"
        data-cut={!isOpen || undefined}
        dir="auto"
        onFocus={reveal}
      >
        {MAY_HAVE_ADDRESS.test(text) ? <LinkedText text={text} /> : text}
      </p>
      {(isOpen || isCut) && (
        <button
          type="button"
          className="more-notes"
          aria-expanded={isOpen}
          aria-label={
            isOpen
              ? t("Show less of the notes of {title}", { title })
              : t("Show all notes of {title}", { title })
          }
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t("Show less") : t("Show all notes")}
        </button>
      )}
    </>
  );
}

import {
  type ComponentType,
  type FocusEvent,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { classes } from "./classes.ts";
import styles from "./notes.module.css";

type TextComponent = ComponentType<{ text: string }>;

/** Links can wait until the list is there; where they can't be fetched, the text stays a text. */
const LinkedText = lazy<TextComponent>(() =>
  import("./linked-text.tsx").catch(() => ({ default: ({ text }) => text })),
);

/** What no text with an address lacks; most notes have none, and need nothing more. */
const MAY_HAVE_ADDRESS = /:\/\/|@/;

interface NotesProps {
  /** whose notes they are, for the button's name */
  title: string;
  text: string;
}

/** A task's notes: three lines of them, and the rest on demand. */
export function Notes({ title, text }: NotesProps) {
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  const paragraph = useRef<HTMLParagraphElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text of the same size needs a look, too.
  useEffect(() => {
    const element = paragraph.current;
    if (isOpen || element === null) return;
    const observer = new ResizeObserver(() => {
      // Both are rounded: a pixel is no line.
      setCut(element.scrollHeight > element.clientHeight + 1);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen, text]);

  /** A link beyond the third line that gets the focus must be seen. */
  function reveal({ currentTarget: box, target }: FocusEvent) {
    const isBelow = target.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom + 1;
    if (box.scrollTop > 0 || isBelow) setOpen(true);
  }

  return (
    <>
      <p
        ref={paragraph}
        className={classes(styles.notes, !isOpen && styles.cut)}
        dir="auto"
        onFocus={reveal}
      >
        {MAY_HAVE_ADDRESS.test(text) ? (
          <Suspense fallback={text}>
            <LinkedText text={text} />
          </Suspense>
        ) : (
          text
        )}
      </p>
      {(isOpen || isCut) && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          aria-label={isOpen ? `Show less of the notes of ${title}` : `Show all notes of ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : "Show all notes"}
        </button>
      )}
    </>
  );
}

import { chakra } from "@chakra-ui/react";
import { useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useLocale } from "../../ui/use-locale.ts";

interface ImportRow {
  readonly title: string;
  /** what will be of it, or why nothing */
  readonly text?: string;
  readonly words?: string | undefined;
}

const FIRST = 10;

export function ImportList({ title, rows }: { title: string; rows: readonly ImportRow[] }) {
  const { t } = useLocale();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [isWhole, setWhole] = useState(rows.length <= FIRST);

  return (
    <section aria-labelledby={id}>
      <chakra.h3 id={id} fontSize="md" mb="1">
        {title}
      </chakra.h3>
      <chakra.ul
        ref={list}
        display="grid"
        gap="1"
        overflowWrap="anywhere"
        tabIndex={-1}
        aria-labelledby={id}
      >
        {(isWhole ? rows : rows.slice(0, FIRST)).map(({ title: task, text, words }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may come twice, and the list stays as it is
          <li key={index}>
            {words ? t("{task} says “{words}”:", { task, words }) : <bdi>{task}</bdi>}{" "}
            <chakra.span color="fg.muted">{text}</chakra.span>
          </li>
        ))}
      </chakra.ul>
      {!isWhole && (
        <Button
          variant="link"
          onClick={() => {
            setWhole(true);
            list.current?.focus();
          }}
        >
          {t("Show all {count, number}", { count: rows.length })}
        </Button>
      )}
    </section>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import { useId } from "react";
import { Button } from "../../ui/button.tsx";
import { useLocale } from "../../ui/use-locale.ts";

interface ReadingProgressProps {
  /** how many have been read; how many there are nobody knows */
  deeds: number;
  onStop: () => void;
}

/** A file is being read, which can be stopped. */
export function ReadingProgress({ deeds, onStop }: ReadingProgressProps) {
  const { t } = useLocale();
  const id = useId();
  return (
    <Stack gap="2" alignItems="flex-start" aria-busy="true">
      <chakra.label htmlFor={id} color="fg.muted">
        {deeds === 0
          ? t("Reading the file")
          : t("Reading the file: {count, plural, one {# deed} other {# deeds}} so far", {
              count: deeds,
            })}
      </chakra.label>
      <chakra.progress id={id} width="full" height="0.75rem" accentColor="accent" />
      <Button variant="outline" onClick={onStop}>
        {t("Stop // reading a file")}
      </Button>
    </Stack>
  );
}

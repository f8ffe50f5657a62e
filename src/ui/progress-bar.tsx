import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useId } from "react";
import { announce } from "./announcer.tsx";
import { useLocale } from "./use-locale.ts";

interface ProgressBarProps {
  label: string;
  /** how much of it is done, from 0 to 1; said aloud with each quarter */
  share: number;
}

export function ProgressBar({ label, share }: ProgressBarProps) {
  const id = useId();
  const percent = Math.floor(share * 100);
  const quarter = Math.floor(share * 4) * 25;
  const { t } = useLocale();
  useEffect(() => {
    if (quarter > 0 && quarter < 100)
      announce(t("{what}: {percent} % // how much is done", { what: label, percent: quarter }));
  }, [label, quarter, t]);
  return (
    <Stack gap="2" aria-busy="true">
      <chakra.label htmlFor={id} color="fg.muted">
        {t("{what}: {percent} % // how much is done", { what: label, percent })}
      </chakra.label>
      <chakra.progress
        id={id}
        max={100}
        value={percent}
        width="full"
        height="0.75rem"
        accentColor="accent"
      />
    </Stack>
  );
}

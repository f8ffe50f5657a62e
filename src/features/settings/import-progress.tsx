import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useId } from "react";
import { announce } from "../../ui/announcer.tsx";

const Progress = chakra("progress", {
  base: { width: "full", height: "0.75rem", accentColor: "accent" },
});

/** How much of a file was sent, from 0 to 1; said aloud with each quarter. */
export function ImportProgress({ share }: { share: number }) {
  const id = useId();
  const percent = Math.floor(share * 100);
  const quarter = Math.floor(share * 4) * 25;
  useEffect(() => {
    if (quarter > 0 && quarter < 100) announce(`Looking at the file: ${quarter} %`);
  }, [quarter]);
  return (
    <Stack gap="2" aria-busy="true">
      <chakra.label htmlFor={id} color="fg.muted">
        Looking at the file: {percent} %
      </chakra.label>
      <Progress id={id} max={100} value={percent} />
    </Stack>
  );
}

import { Stack } from "@chakra-ui/react";
import { Record } from "../features/record/record.tsx";
import { useLocale } from "../ui/use-locale.ts";
import { Page } from "./page.tsx";

/** `/record`: the record of somebody who has no household, whose place has it. */
export default function RecordView() {
  const title = useLocale().t("Record // what was done: a page");
  return (
    <Page title={title} back="today" isWide>
      <Stack gap="4">
        <h1>{title}</h1>
        <Record />
      </Stack>
    </Page>
  );
}

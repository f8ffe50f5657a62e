import { Stack } from "@chakra-ui/react";
import { Record } from "../features/record/record.tsx";
import { Page } from "./page.tsx";

/** `/record`: the record of somebody who has no household, whose place has it. */
export default function RecordView() {
  return (
    <Page title="Record" back="today" isWide>
      <Stack gap="4">
        <h1>Record</h1>
        <Record />
      </Stack>
    </Page>
  );
}

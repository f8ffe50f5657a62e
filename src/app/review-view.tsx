import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { reviewValue } from "../features/record/filter-field.tsx";
import { YearReview } from "../features/record/year-review.tsx";
import { useHouseholds, useTasks } from "../sync/use-tasks.ts";
import { Known } from "../ui/known.tsx";
import { useLocale } from "../ui/use-locale.ts";
import NotFound from "./not-found.tsx";
import { Page } from "./page.tsx";

/** `/record/<year>`: a year in review; the 404 page for what is no year. */
export default function ReviewView({ year }: { year: string }) {
  return /^(?!0000)\d{4}$/.test(year) ? <Review year={Number(year)} /> : <NotFound />;
}

function Review({ year }: { year: number }) {
  const { t } = useLocale();
  const list = useTasks();
  const [value] = useState(reviewValue);
  const household = useHouseholds()?.find(({ id }) => value === `room:${id}`);
  const record = household ? `/household/${household.id}/record` : "/record";
  return (
    <Page
      title={t("{year} in review", { year: `${year}` })}
      back={[record, t("Record // what was done: a page")]}
    >
      {/* One sheet of paper. */}
      <chakra.div _print={{ zoom: "0.8" }}>
        <Known query={list}>{(tasks) => <YearReview {...{ year, tasks, value }} />}</Known>
      </chakra.div>
    </Page>
  );
}

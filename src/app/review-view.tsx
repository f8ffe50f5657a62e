import { chakra } from "@chakra-ui/react";
import { YearReview } from "../features/record/year-review.tsx";
import { useTasks } from "../sync/use-tasks.ts";
import { LoadFailure } from "../ui/load-failure.tsx";
import { Loading } from "../ui/loading.tsx";
import NotFound from "./not-found.tsx";
import { Page } from "./page.tsx";

/** `/record/<year>`: a year in review; the 404 page for what is no year. */
export default function ReviewView({ year }: { year: string }) {
  return /^(?!0000)\d{4}$/.test(year) ? <Review year={Number(year)} /> : <NotFound />;
}

function Review({ year }: { year: number }) {
  const { data: tasks, isError, refetch } = useTasks();
  if (!tasks) return isError ? <LoadFailure onRetry={refetch} /> : <Loading />;
  return (
    <Page title={`${year} in review`} back={["/record", "Record"]}>
      {/* One sheet of paper. */}
      <chakra.div _print={{ zoom: "0.8" }}>
        <YearReview year={year} tasks={tasks} />
      </chakra.div>
    </Page>
  );
}

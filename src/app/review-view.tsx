import { chakra } from "@chakra-ui/react";
import { YearReview } from "../features/record/year-review.tsx";
import { useTasks } from "../sync/use-tasks.ts";
import { LoadFailure } from "../ui/load-failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { LoadFailureNotice } from "./load-failure-notice.tsx";
import NotFound from "./not-found.tsx";
import { PageTop } from "./page-top.tsx";
import { useTitle } from "./use-title.ts";
import { useViewersStyle } from "./use-viewers-style.ts";
import { followPageLink } from "./view.ts";

/** `/record/<year>`: a year in review; the 404 page for what is no year. */
export default function ReviewView({ year }: { year: string }) {
  return /^(?!0000)\d{4}$/.test(year) ? <Review year={Number(year)} /> : <NotFound />;
}

function Review({ year }: { year: number }) {
  useViewersStyle();
  useTitle(`${year} in review`);
  const { data: tasks, isError, refetch } = useTasks();
  return (
    <>
      <chakra.div _print={{ display: "none" }}>
        <PageTop tab="record">Record</PageTop>
      </chakra.div>
      <chakra.main
        maxW="column"
        mx="auto"
        px="4"
        pt="6"
        pb="16"
        // One sheet of paper.
        _print={{ maxW: "none", p: "0", zoom: "0.8" }}
        onClick={followPageLink}
      >
        {tasks && <YearReview year={year} tasks={tasks} />}
        {!tasks && (isError ? <LoadFailure onRetry={refetch} /> : <Loading />)}
      </chakra.main>
      <LoadFailureNotice />
    </>
  );
}

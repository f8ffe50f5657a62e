import { FirstRun } from "../features/household/first-run.tsx";
import { MorningOffer } from "../features/morning/morning-offer.tsx";

/** What Today offers once, below its sections: one file that the first load does without. */
export default function TodayOffers() {
  return (
    <>
      <MorningOffer />
      <FirstRun />
    </>
  );
}

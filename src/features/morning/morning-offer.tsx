import { lazy, Suspense } from "react";
import { useProfile } from "../../sync/use-tasks.ts";

const OfferCard = lazy(() => import("./offer-card.tsx").catch(() => ({ default: () => null })));

/** Offers the morning mail until the user has decided, after their first week. */
export function MorningOffer() {
  return (
    useProfile()?.offersMorningMail === true && (
      <Suspense>
        <OfferCard />
      </Suspense>
    )
  );
}

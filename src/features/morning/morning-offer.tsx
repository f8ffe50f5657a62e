import { useProfile } from "../../sync/use-tasks.ts";
import { optional } from "../../ui/optional.tsx";

const OfferCard = optional(() => import("./offer-card.tsx"));

/** Offers the morning mail until the user has decided, after their first week. */
export function MorningOffer() {
  return useProfile()?.offersMorningMail === true && <OfferCard />;
}

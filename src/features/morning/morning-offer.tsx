import { sendsMail } from "../../supabase/sends-mail.ts";
import { useProfile } from "../../sync/use-tasks.ts";
import { late, Nothing } from "../../ui/late.tsx";

const OfferCard = late(() => import("./offer-card.tsx"), Nothing);

/** Offers the morning mail until the user has decided, after their first week. */
export function MorningOffer() {
  return useProfile()?.offersMorningMail === true && sendsMail && <OfferCard />;
}

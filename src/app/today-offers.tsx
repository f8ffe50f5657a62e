import { FirstRun } from "../features/household/first-run.tsx";
import { sendsMail } from "../supabase/sends-mail.ts";
import { useProfile } from "../sync/use-tasks.ts";
import { late, Nothing } from "../ui/late.tsx";

const OfferCard = late(() => import("../features/morning/offer-card.tsx"), Nothing);

/** What Today offers until it is answered, one card at a time, below its sections: one file that the first load does without. */
export default function TodayOffers() {
  const offersMail = useProfile()?.offersMorningMail === true && sendsMail;
  return <FirstRun>{offersMail && <OfferCard />}</FirstRun>;
}

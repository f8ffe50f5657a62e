import { FirstRun } from "../features/household/first-run.tsx";
import { sendsMail } from "../supabase/sends-mail.ts";
import { useProfile } from "../sync/use-tasks.ts";
import { late, Nothing } from "../ui/late.tsx";

const OfferCard = late(() => import("../features/morning/offer-card.tsx"), Nothing);

/** Shows one offer at a time below Today's sections; one file, so that the first load does without. */
export default function TodayOffers() {
  const offersMail = useProfile()?.offersMorningMail === true && sendsMail;
  return <FirstRun>{offersMail && <OfferCard />}</FirstRun>;
}

import { useToday } from "../../clock/use-today.ts";
import { useHouseholds } from "../../sync/use-tasks.ts";
import { HouseAway } from "./house-away.tsx";

/** On Today: which of one's households are away, each with the way back. */
export default function AwayNow() {
  const { today } = useToday();
  return useHouseholds()?.map((household) => (
    <HouseAway key={household.id} household={household} until={today} />
  ));
}

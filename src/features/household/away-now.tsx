import { useToday } from "../../clock/use-today.ts";
import { useHouseholds } from "../../sync/use-tasks.ts";
import { HouseAway } from "./house-away.tsx";

export default function AwayNow() {
  const { today } = useToday();
  return useHouseholds()?.map((household) => (
    <HouseAway key={household.id} household={household} until={today} />
  ));
}

import { AboutTab } from "../features/about/about-tab.tsx";
import { HouseholdSection } from "../features/household/household-section.tsx";
import { openHousehold, showTab } from "./view.ts";

/** The tab About, with the households of another feature. */
export default function AboutView() {
  return (
    <AboutTab onSignedOut={() => showTab("today")}>
      <HouseholdSection onOpen={openHousehold} />
    </AboutTab>
  );
}

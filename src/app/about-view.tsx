import { AboutTab } from "../features/about/about-tab.tsx";
import { HouseholdSection } from "../features/household/household-section.tsx";
import { MorningSetting } from "../features/morning/morning-setting.tsx";
import { SharingDecisions } from "../features/sharing/sharing-decisions.tsx";
import { ShortcutsSetting } from "./shortcuts-setting.tsx";
import { openHousehold, showTab } from "./view.ts";

interface AboutViewProps {
  /** Shows the list of keys. */
  onShowKeys: () => void;
}

/** The tab About, with the settings of other features: one file, or each would be loaded after the last. */
export default function AboutView({ onShowKeys }: AboutViewProps) {
  return (
    <AboutTab onSignedOut={() => showTab("today")}>
      <HouseholdSection onOpen={openHousehold} />
      <MorningSetting />
      <SharingDecisions />
      <ShortcutsSetting onShowList={onShowKeys} />
    </AboutTab>
  );
}

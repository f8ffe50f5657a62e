import { AboutTab } from "../features/about/about-tab.tsx";
import { showTab } from "./view.ts";

/** The tab About. */
export default function AboutView() {
  return <AboutTab onSignedOut={() => showTab("today")} />;
}

import { AboutTab } from "../features/about/about-tab.tsx";
import { showTab } from "./view.ts";

export default function AboutView() {
  return <AboutTab onSignedOut={() => showTab("today")} />;
}

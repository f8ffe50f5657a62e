import { AuthFrame } from "../features/auth/auth-frame.tsx";
import { LabelPage } from "../features/display/label-page.tsx";
import { useLocale } from "../ui/use-locale.ts";
import { anonymous, useTokenInAddress } from "./anonymous.ts";
import { useTitle } from "./use-title.ts";
import { goHome } from "./view.ts";

/** `/label#<token>`: where a task's printed label leads, for anyone who has scanned it. */
export default function LabelView() {
  const token = useTokenInAddress();
  const { t } = useLocale();
  useTitle(t("Mark as done"));
  return (
    <AuthFrame lead={t("The tasks you share, on one board.")}>
      <LabelPage key={token} token={token} anonymous={anonymous} onLeave={goHome} />
    </AuthFrame>
  );
}

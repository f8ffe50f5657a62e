import { AuthFrame } from "../features/auth/auth-frame.tsx";
import { LabelPage } from "../features/display/label-page.tsx";
import { anonymous, useTokenInAddress } from "./anonymous.ts";
import { useTitle } from "./use-title.ts";
import { goHome } from "./view.ts";

/** `/label#<token>`: where a task's printed label leads, for anyone who has scanned it. */
export default function LabelView() {
  const token = useTokenInAddress();
  useTitle("Mark as done");
  return (
    <AuthFrame lead="The tasks you share, on one board.">
      <LabelPage key={token} token={token} anonymous={anonymous} onLeave={goHome} />
    </AuthFrame>
  );
}

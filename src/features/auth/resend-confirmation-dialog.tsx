import { useAuth } from "../../auth/auth.tsx";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { MailDialog } from "./mail-dialog.tsx";

const RESEND_FAILED: FailureWords = {
  title: "Error sending confirmation email",
};

export default function ResendConfirmationDialog(props: { onClosed: () => void }) {
  const { resendConfirmation } = useAuth();
  return (
    <MailDialog
      title="Confirm your address"
      lead="Enter the address you signed up with, and we send you a new link to confirm it."
      action="Send confirmation email"
      email=""
      failure={RESEND_FAILED}
      send={resendConfirmation}
      sent="If there's an account with that email to confirm, a link has been sent."
      {...props}
    />
  );
}

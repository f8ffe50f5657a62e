import { useAuth } from "../../auth/auth.tsx";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { MailDialog } from "./mail-dialog.tsx";

const RESET_FAILED: FailureWords = {
  title: "Error sending reset email",
};

interface ForgotPasswordDialogProps {
  /** Prefilled from the sign-in form. */
  email: string;
  onClosed: () => void;
}

export default function ForgotPasswordDialog(props: ForgotPasswordDialogProps) {
  const { requestPasswordReset } = useAuth();
  return (
    <MailDialog
      title="Reset your password"
      lead="Enter your address, and we send you a link to choose a new password."
      action="Send reset email"
      failure={RESET_FAILED}
      send={requestPasswordReset}
      sent="If there's an account with that email, a reset link has been sent."
      {...props}
    />
  );
}

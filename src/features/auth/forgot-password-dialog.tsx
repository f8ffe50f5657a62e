import { useAuth } from "../../auth/auth.tsx";
import { MailDialog } from "./mail-dialog.tsx";

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
      operation="requestPasswordReset"
      send={requestPasswordReset}
      sent="If there's an account with that email, a reset link has been sent."
      {...props}
    />
  );
}

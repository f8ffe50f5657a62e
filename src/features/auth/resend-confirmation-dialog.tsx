import { useAuth } from "../../auth/auth.tsx";
import { MailDialog } from "./mail-dialog.tsx";

export default function ResendConfirmationDialog(props: { onClosed: () => void }) {
  const { resendConfirmation } = useAuth();
  return (
    <MailDialog
      title="Confirm your address"
      lead="Enter the address you signed up with, and we send you a new link to confirm it."
      action="Send confirmation email"
      email=""
      operation="resendConfirmation"
      send={resendConfirmation}
      sent="If there's an account with that email to confirm, a link has been sent."
      {...props}
    />
  );
}

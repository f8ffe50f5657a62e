import { Stack } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { AuthFailure } from "../../auth/auth-failure.ts";
import { finishWithIssuer, issuerName } from "../../auth/issuer.ts";
import { forgetAddress } from "../../auth/mailed-link.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { LinkAlert } from "../../ui/link-parts.tsx";
import { Loading } from "../../ui/loading.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { AuthFrame } from "./auth-frame.tsx";

const NAME = issuerName ?? "The other site";

const LOST = "It took too long, or was begun in another place. Begin again.";
/** The service's codes for that, whose words are for developers. */
const LOST_CODES = [
  ...["pkce_code_verifier_not_found", "bad_code_verifier"],
  ...["flow_state_not_found", "flow_state_expired"],
];

/** The service's own words otherwise, as for a refused password. */
function refusalOf(error: unknown): string {
  const isLost = error instanceof AuthFailure && LOST_CODES.includes(error.code ?? "");
  return isLost ? LOST : failureNotice({ title: "Sign In Failed" }, error).description;
}

/** Our own words: anybody can put text into an address. */
function problemOf(query: URLSearchParams): string {
  const code = query.get("error_code") ?? query.get("error");
  if (code === "access_denied") return `${NAME} was not allowed to say who you are.`;
  if (code === "bad_oauth_state") return LOST;
  return `${NAME} doesn’t answer, or not as it should. Try again later.`;
}

/** Where the issuer's page leads back to: makes a session of its code, or says why there is none. */
export default function IssuerScreen({ onDone }: { onDone: (path: string) => void }) {
  const { user, takeSession } = useAuth();
  const [query] = useState(() => new URLSearchParams(location.search));
  const code = query.get("code");
  const [problem, setProblem] = useState(code ? null : problemOf(query));
  const isBegun = useRef(false);
  useEffect(() => {
    // A code is good once.
    if (!code || isBegun.current) return;
    isBegun.current = true;
    forgetAddress();
    finishWithIssuer(code, user?.id)
      .then(async (session) => {
        if (session === null) {
          toastSuccess("Connected", `You can sign in with ${NAME} from now on.`);
          return onDone("/settings/profile");
        }
        await takeSession(session);
        onDone("/");
      })
      .catch((error: unknown) => {
        setProblem(refusalOf(error));
      });
  }, [code, user, takeSession, onDone]);
  return (
    <AuthFrame lead={`Sign in with ${NAME}`}>
      {problem === null ? (
        <Loading />
      ) : (
        <Stack gap="4" alignItems="center">
          <LinkAlert title="That sign-in did not work" advice={problem}>
            <Button onClick={() => onDone(user ? "/settings/profile" : "/")}>Back to Rota</Button>
          </LinkAlert>
        </Stack>
      )}
    </AuthFrame>
  );
}

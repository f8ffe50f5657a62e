import { Stack } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { useAuthActions } from "../../auth/auth-actions.ts";
import { AuthFailure } from "../../auth/auth-failure.ts";
import { finishWithIssuer, issuerName } from "../../auth/issuer.ts";
import { forgetAddress } from "../../auth/mailed-link.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { msg } from "../../domain/language/messages.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { LinkAlert } from "../../ui/link-parts.tsx";
import { Loading } from "../../ui/loading.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { spokenLocale, useLocale } from "../../ui/use-locale.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { ISSUER_TEXTS } from "./auth-texts.ts";

const nameIn = ({ t }: Locale) => issuerName ?? t("The other site");

const LOST = msg("It took too long, or was begun in another place. Begin again.");
/** The service's codes for that, whose words are for developers. */
const LOST_CODES = [
  ...["pkce_code_verifier_not_found", "bad_code_verifier"],
  ...["flow_state_not_found", "flow_state_expired"],
];

/** The service's own words otherwise, as for a refused password. */
function refusalOf(error: unknown, locale: Locale): string {
  const isLost = error instanceof AuthFailure && LOST_CODES.includes(error.code ?? "");
  const words = { title: msg("Sign In Failed"), texts: ISSUER_TEXTS };
  return isLost ? locale.t(LOST) : failureNotice(words, error, locale).description;
}

/** Our own words: anybody can put text into an address. */
function problemOf(query: URLSearchParams, locale: Locale): string {
  const { t } = locale;
  const name = nameIn(locale);
  const code = query.get("error_code") ?? query.get("error");
  if (code === "access_denied") return t("{name} was not allowed to say who you are.", { name });
  if (code === "bad_oauth_state") return t(LOST);
  return t("{name} doesn’t answer, or not as it should. Try again later.", { name });
}

/** Where the issuer's page leads back to: makes a session of its code, or says why there is none. */
export default function IssuerScreen({ onDone }: { onDone: (path: string) => void }) {
  const locale = useLocale();
  const { t } = locale;
  const name = nameIn(locale);
  const { user } = useAuth();
  const { takeSession } = useAuthActions();
  const [query] = useState(() => new URLSearchParams(location.search));
  const code = query.get("code");
  const [problem, setProblem] = useState(code ? null : problemOf(query, locale));
  const isBegun = useRef(false);
  useEffect(() => {
    // A code is good once.
    if (!code || isBegun.current) return;
    isBegun.current = true;
    forgetAddress();
    finishWithIssuer(code, user?.id)
      .then(async (session) => {
        if (session === null) {
          const { t } = spokenLocale.getState();
          const text = t("You can sign in with {name} from now on.", { name });
          toastSuccess(t("Connected // with an account elsewhere"), text);
          return onDone("/settings/profile");
        }
        await takeSession(session);
        onDone("/");
      })
      .catch((error: unknown) => {
        setProblem(refusalOf(error, spokenLocale.getState()));
      });
  }, [code, user, takeSession, onDone, name]);
  return (
    <AuthFrame lead={t("Sign in with {name}", { name })}>
      {problem === null ? (
        <Loading />
      ) : (
        <Stack gap="4" alignItems="center">
          <LinkAlert title={t("That sign-in did not work")} advice={problem}>
            <Button onClick={() => onDone(user ? "/settings/profile" : "/")}>
              {t("Back to Rota")}
            </Button>
          </LinkAlert>
        </Stack>
      )}
    </AuthFrame>
  );
}

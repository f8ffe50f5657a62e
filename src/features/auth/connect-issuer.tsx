import { chakra } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { connectIssuer, isConnected } from "../../auth/issuer.ts";
import { useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import { msg } from "../../domain/language/messages.ts";
import { Known } from "../../ui/known.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { AuthForm } from "./auth-form.tsx";

/** Whether the account is connected with one of the issuer's, and what connects it. */
export function ConnectIssuer({ name }: { name: string }) {
  const { t } = useLocale();
  const session = useSession();
  const connected = useQuery(
    sessionQuery(session, ["issuer"], async () => session !== null && (await isConnected(session))),
  );
  return (
    <Known query={connected} failed={t("Whether it is connected could not be loaded.")}>
      {(is) =>
        is ? (
          <p>{t("Connected: you can sign in with {name}.", { name })}</p>
        ) : (
          <AuthForm
            action={t("Connect {name}", { name })}
            button={{
              ...{ variant: "outline", alignSelf: "flex-start", height: "auto", minH: "touch" },
              ...{ py: "2", whiteSpace: "normal", overflowWrap: "anywhere" },
            }}
            words={{ title: msg("Error Connecting {name}"), values: { name } }}
            act={async () => {
              if (session) await connectIssuer(session);
            }}
          >
            <chakra.p color="fg.muted">
              {t("Once connected, you can sign in with your account there, too.")}
            </chakra.p>
          </AuthForm>
        )
      }
    </Known>
  );
}

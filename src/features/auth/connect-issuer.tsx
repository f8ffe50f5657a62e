import { chakra } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { connectIssuer, disconnectIssuer, ONLY_WAY, readIdentity } from "../../auth/issuer.ts";
import { useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import { msg } from "../../domain/language/messages.ts";
import { Known } from "../../ui/known.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { AuthForm } from "./auth-form.tsx";
import { inWords } from "./in-words.ts";

const button: NonNullable<ComponentProps<typeof AuthForm>["button"]> = {
  ...{ variant: "outline", alignSelf: "flex-start", height: "auto", minH: "touch" },
  ...{ py: "2", whiteSpace: "normal", overflowWrap: "anywhere" },
};

/** Whether the account is connected with one of the issuer's, and what connects or disconnects it. */
export function ConnectIssuer({ name }: { name: string }) {
  const { t } = useLocale();
  const session = useSession();
  const refusals = {
    [ONLY_WAY]: t("It is the only way into your account: choose a password first."),
  };
  const identity = useQuery(sessionQuery(session, ["issuer"], readIdentity));
  return (
    <Known query={identity} failed={t("Whether it is connected could not be loaded.")}>
      {(connected) =>
        connected ? (
          <AuthForm
            key="connected"
            action={t("Disconnect")}
            button={button}
            words={{ title: msg("Error Disconnecting {name}"), values: { name } }}
            act={async () => {
              if (session) await inWords(refusals, disconnectIssuer(session, connected));
              toastSuccess(t("Disconnected"), t("{name} no longer signs you in.", { name }));
              void identity.refetch();
            }}
          >
            <p>{t("Connected: you can sign in with {name}.", { name })}</p>
          </AuthForm>
        ) : (
          <AuthForm
            key="none"
            action={t("Connect {name}", { name })}
            button={button}
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

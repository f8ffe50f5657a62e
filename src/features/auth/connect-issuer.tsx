import { chakra } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { connectIssuer, disconnectIssuer, ONLY_WAY, readIdentity } from "../../auth/issuer.ts";
import { useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import { Known } from "../../ui/known.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { AuthForm } from "./auth-form.tsx";
import { inWords } from "./in-words.ts";

const button: NonNullable<ComponentProps<typeof AuthForm>["button"]> = {
  ...{ variant: "outline", alignSelf: "flex-start", height: "auto", minH: "touch" },
  ...{ py: "2", whiteSpace: "normal", overflowWrap: "anywhere" },
};

const REFUSALS = {
  [ONLY_WAY]: "It is the only way into your account: choose a password first.",
};

/** Whether the account is connected with one of the issuer's, and what connects or disconnects it. */
export function ConnectIssuer({ name }: { name: string }) {
  const session = useSession();
  const identity = useQuery(sessionQuery(session, ["issuer"], readIdentity));
  return (
    <Known query={identity} failed="Whether it is connected could not be loaded.">
      {(connected) =>
        connected ? (
          <AuthForm
            key="connected"
            action="Disconnect"
            button={button}
            words={{ title: `Error Disconnecting ${name}` }}
            act={async () => {
              if (session) await inWords(REFUSALS, disconnectIssuer(session, connected));
              toastSuccess("Disconnected", `${name} no longer signs you in.`);
              void identity.refetch();
            }}
          >
            <p>Connected: you can sign in with {name}.</p>
          </AuthForm>
        ) : (
          <AuthForm
            key="none"
            action={`Connect ${name}`}
            button={button}
            words={{ title: `Error Connecting ${name}` }}
            act={async () => {
              if (session) await connectIssuer(session);
            }}
          >
            <chakra.p color="fg.muted">
              Once connected, you can sign in with your account there, too.
            </chakra.p>
          </AuthForm>
        )
      }
    </Known>
  );
}

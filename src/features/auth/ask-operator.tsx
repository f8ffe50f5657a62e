import { chakra } from "@chakra-ui/react";

/** Replaces mails on servers that send none. */
export function AskOperator({ purpose }: { purpose: string }) {
  return (
    <chakra.p pb="4">
      This Rota sends no mail. Ask the person who runs it for a link {purpose}.
    </chakra.p>
  );
}

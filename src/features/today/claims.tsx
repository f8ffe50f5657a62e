import { chakra } from "@chakra-ui/react";
import { useMutation } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import { told } from "../../completions/told-changes.ts";
import type { Claim, Household } from "../../domain/households/household.ts";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { refreshTaskList } from "../../sync/task-list.ts";
import { Button } from "../../ui/button.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";

const ANSWER_FAILED: FailureWords = {
  title: msg("Error Answering"),
  description: msg("Failed to keep your answer. Please try again."),
  offline: msg("Unable to keep your answer. Please check your connection and try again."),
  codes: ["CLAIM_NOT_FOUND"],
};

/** What somebody has imported in the reader's name waits for their word. */
export function Claims({ households }: { households: readonly Household[] }) {
  const { t } = useLocale();
  const claims = households.flatMap((household) => household.claims ?? []);
  if (claims.length === 0) return null;
  return (
    <chakra.ul aria-label={t("Was it you?")} mt="1" mb={{ md: "2" }}>
      {claims.map((claim) => (
        <ClaimRow key={claim.id} claim={claim} />
      ))}
    </chakra.ul>
  );
}

function ClaimRow({ claim: { id, by, deeds, since } }: { claim: Claim }) {
  const { t } = useLocale();
  const { mutateAsync, isPending } = useAnswer();

  function answer(isMine: boolean) {
    if (isPending) return;
    // The line goes, and the buttons with it.
    screenHeading()?.focus({ preventScroll: true });
    void told(mutateAsync({ id, isMine }), ANSWER_FAILED, () =>
      toastSuccess(isMine ? t("They are yours // deeds") : t("They stay as they are // deeds")),
    );
  }

  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="flex-end"
      columnGap="3"
      ps="3"
      fontSize="sm"
      bg="accent.subtle"
      borderRadius="md"
      css={{ "& + &": { mt: "1" } }}
    >
      <chakra.span flex="1 1 12rem" py="1">
        {t(
          "{by} brought {deeds, plural, one {# deed} other {# deeds}} in your name since {year}.",
          { by, deeds, year: since.slice(0, 4) },
        )}
      </chakra.span>
      <Button variant="link" px="4" aria-disabled={isPending} onClick={() => answer(true)}>
        {t("Yes, mine // deeds")}
      </Button>
      <Button variant="link" px="4" aria-disabled={isPending} onClick={() => answer(false)}>
        {t("Leave them as they are // deeds")}
      </Button>
    </chakra.li>
  );
}

function useAnswer() {
  const session = useSession();
  return useMutation({
    mutationFn: async ({ id, isMine }: { id: string; isMine: boolean }) => {
      if (session === null) return;
      const client = await session.supabase();
      const parameters = { id, is_mine: isMine };
      await dataOf(client.rpc("answer_claim", parameters).abortSignal(session.signal));
    },
    onSettled: () => session && refreshTaskList(session).catch(() => undefined),
  });
}

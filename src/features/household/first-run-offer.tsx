import { chakra } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { useHouseholds } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeCard } from "../../ui/card.tsx";
import { late } from "../../ui/late.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { useLocale } from "../../ui/use-locale.ts";

const FirstRunDialog = late(() => import("./first-run-dialog.tsx"));

export default function FirstRunOffer({ onAnswered }: { onAnswered: () => void }) {
  const { t } = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  // Somebody who joined a household meanwhile needs no other.
  const hasHousehold = (useHouseholds() ?? []).length > 0;

  function refuse() {
    screenHeading()?.focus();
    onAnswered();
  }

  return (
    <>
      {!isDone && !hasHousehold && (
        <NoticeCard title={t("Set up your household")}>
          <chakra.p mt="1" mb="3">
            {t(
              "Rota shows what is due each day, whose turn it is and who did it. Say who lives here, and pick from tasks that come back in most homes.",
            )}
          </chakra.p>
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            <Button onClick={() => setOpen(true)}>{t("Begin // setting up the household")}</Button>
            <Button variant="link" onClick={refuse}>
              {t("No, thanks")}
            </Button>
          </chakra.div>
        </NoticeCard>
      )}
      {isOpen && (
        <Suspense>
          <FirstRunDialog
            onDone={() => setDone(true)}
            onClosed={() => {
              setOpen(false);
              if (isDone) onAnswered();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

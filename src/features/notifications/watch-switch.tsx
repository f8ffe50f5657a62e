import { chakra } from "@chakra-ui/react";
import { told } from "../../completions/told-changes.ts";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { SAVING_FAILED, useNotificationChanges, useNotifications } from "./queries.ts";

export default function WatchSwitch({ taskId }: { taskId: string }) {
  const { t } = useLocale();
  const { data } = useNotifications();
  const { watch } = useNotificationChanges();
  if (!data || data.key === null) return null;
  const isWatched = watch.isPending ? watch.variables.isWatched : data.watched.includes(taskId);
  const isTold = isWatched || data.done;
  return (
    <chakra.div>
      <SwitchRow
        label={t("Tell me when others do it")}
        isOn={isTold}
        isBusy={watch.isPending || data.done}
        onChange={(isOn) =>
          void told(watch.mutateAsync({ taskId, isWatched: isOn }), SAVING_FAILED)
        }
      />
      {data.done && (
        <chakra.p color="fg.muted" fontSize="sm">
          {t("You are told of all tasks.")} <a href="/settings/notifications">{t("Change that")}</a>
        </chakra.p>
      )}
      {isTold && data.devices.length === 0 && (
        <chakra.p color="fg.muted" fontSize="sm">
          {t("No device gets notifications yet.")}{" "}
          <a href="/settings/notifications">{t("Turn them on // notifications")}</a>
        </chakra.p>
      )}
    </chakra.div>
  );
}

import { chakra } from "@chakra-ui/react";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { SAVING_FAILED, useNotificationChanges, useNotifications } from "./queries.ts";

export default function WatchSwitch({ taskId }: { taskId: string }) {
  const { data } = useNotifications();
  const { watch } = useNotificationChanges();
  if (!data || data.key === null) return null;
  const isWatched = watch.isPending ? watch.variables.isWatched : data.watched.includes(taskId);
  const isTold = isWatched || data.done;
  return (
    <chakra.div>
      <SwitchRow
        label="Tell me when others do it"
        isOn={isTold}
        isBusy={watch.isPending || data.done}
        onChange={(next) =>
          watch
            .mutateAsync({ taskId, isWatched: next })
            .catch((failure) => toastFailure(failureNotice(SAVING_FAILED, failure)))
        }
      />
      {data.done && (
        <chakra.p color="fg.muted" fontSize="sm">
          You are told of all tasks. <a href="/settings/notifications">Change that</a>
        </chakra.p>
      )}
      {isTold && data.devices.length === 0 && (
        <chakra.p color="fg.muted" fontSize="sm">
          No device gets notifications yet. <a href="/settings/notifications">Turn them on</a>
        </chakra.p>
      )}
    </chakra.div>
  );
}

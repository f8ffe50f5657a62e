import { chakra, Stack } from "@chakra-ui/react";
import { useToday } from "../../clock/use-today.ts";
import { told } from "../../completions/told-changes.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { ActionRows } from "../../ui/action-rows.tsx";
import { Known } from "../../ui/known.tsx";
import { Outcome } from "../../ui/link-parts.tsx";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";
import {
  type Device,
  SAVING_FAILED,
  type Notifications as Stored,
  useNotificationChanges,
  useNotifications,
  type Wishes,
} from "./queries.ts";
import type { Support } from "./this-device.ts";
import { WishFields } from "./wish-fields.tsx";

const WHY_NOT: Record<Exclude<Support, "ready">, string> = {
  blocked:
    "This browser blocks notifications from Rota. Allow them in its settings for this site, then come back.",
  "home-screen":
    "On an iPhone or iPad, add Rota to the home screen first: Share, then Add to Home Screen. Open it from there, and turn notifications on here.",
  "not-kept": import.meta.env.DEV
    ? "Notifications need the built app."
    : "Notifications don’t work in a private window.",
  lacking: "This browser can't show notifications.",
};

export const Notifications = () => (
  <Known query={useNotifications()} what="Your choice">
    {(data) => <Choices data={data} />}
  </Known>
);

function Choices({ data }: { data: Stored }) {
  const { data: tasks } = useTasks();
  const { save, turnOn, remove } = useNotificationChanges();
  const { key, support, devices } = data;
  if (key === null) return <p>This Rota sends no notifications, so there is nothing to choose.</p>;
  const wishes: Wishes = (save.isPending ? save.variables : undefined) ?? data;
  const thisDevice = devices.find(({ isThis }) => isThis);

  const add = (to: string) =>
    void told(turnOn.mutateAsync(to), SAVING_FAILED, (isOn) => {
      if (isOn) toastSuccess("Notifications are on for this device");
    });

  const take = (device: Device) =>
    void told(remove.mutateAsync(device), SAVING_FAILED, () =>
      toastSuccess(
        device.isThis ? "Notifications are off for this device" : `${device.label} was removed`,
      ),
    );

  return (
    <Stack gap="8">
      <Stack gap="3">
        <chakra.p color="fg.muted">
          Rota can tell you on this device what is due, with buttons to mark it as done, and what
          others do. Nothing comes until you choose it.
        </chakra.p>
        {support === "ready" || thisDevice ? (
          <SwitchRow
            label="Notify me on this device"
            isOn={turnOn.isPending || (thisDevice !== undefined && !remove.isPending)}
            isBusy={turnOn.isPending || remove.isPending}
            onChange={(isOn) => (isOn ? add(key) : thisDevice && take(thisDevice))}
          />
        ) : (
          <Outcome takesFocus={turnOn.data === false}>{WHY_NOT[support]}</Outcome>
        )}
      </Stack>
      <WishFields
        wishes={wishes}
        watchedCount={data.watched.length}
        hasTurns={tasks?.some(({ roster }) => roster.length > 0) ?? false}
        onChange={(next) => void told(save.mutateAsync(next), SAVING_FAILED)}
      />
      <DeviceList devices={devices} onRemove={take} />
    </Stack>
  );
}

interface DeviceListProps {
  readonly devices: readonly Device[];
  readonly onRemove: (device: Device) => void;
}

function DeviceList({ devices, onRemove }: DeviceListProps) {
  const style = useDateStyle();
  const { timeZone } = useToday();
  const rows = devices.map((device) => {
    const added = formatDate(dayInZone(device.addedAt, timeZone), style);
    return {
      key: device.id,
      text: <bdi>{device.label}</bdi>,
      hint: device.isThis ? "this device" : `since ${added}`,
      action: "Remove",
      name: `Remove ${device.label}, since ${added}`,
      isGone: true,
      onAct: () => onRemove(device),
    };
  });
  return <ActionRows title="Devices" none="None yet." rows={rows} />;
}

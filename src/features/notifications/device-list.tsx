import { useToday } from "../../clock/use-today.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import { ActionRows } from "../../ui/action-rows.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import type { Device } from "./queries.ts";

interface DeviceListProps {
  readonly devices: readonly Device[];
  readonly onRemove: (device: Device) => void;
}

/** The devices on which the user is told, for them to remove. */
export function DeviceList({ devices, onRemove }: DeviceListProps) {
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

import { chakra, Stack } from "@chakra-ui/react";
import { useRef } from "react";
import { useToday } from "../../clock/use-today.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import { Button } from "../../ui/button.tsx";
import { ListRow } from "../../ui/list-row.tsx";
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
  const heading = useRef<HTMLHeadingElement>(null);

  function remove(device: Device) {
    // The button goes with its device.
    heading.current?.focus();
    onRemove(device);
  }

  return (
    <Stack gap="3">
      <chakra.h2 ref={heading} tabIndex={-1}>
        Devices
      </chakra.h2>
      {devices.length === 0 && <p>None yet.</p>}
      <ul aria-label="Devices">
        {devices.map((device) => {
          const added = formatDate(dayInZone(device.addedAt, timeZone), style);
          return (
            <ListRow
              key={device.id}
              text={<bdi>{device.label}</bdi>}
              hint={device.isThis ? "this device" : `since ${added}`}
            >
              <Button
                variant="outline"
                aria-label={`Remove ${device.label}, since ${added}`}
                onClick={() => remove(device)}
              >
                Remove
              </Button>
            </ListRow>
          );
        })}
      </ul>
    </Stack>
  );
}

import { type ComponentProps, useMemo } from "react";
import { Select } from "./select.tsx";

type ZoneSelectProps = Pick<ComponentProps<typeof Select>, "value" | "onChange">;

export function ZoneSelect(props: ZoneSelectProps) {
  const { value } = props;
  const zones = useMemo(
    () => [...new Set([value, "UTC", ...Intl.supportedValuesOf("timeZone")])].sort(),
    [value],
  );
  return <Select options={zones.map((zone) => [zone, zone.replaceAll("_", " ")])} {...props} />;
}

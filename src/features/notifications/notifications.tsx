import { chakra, Stack } from "@chakra-ui/react";
import { useToday } from "../../clock/use-today.ts";
import { told } from "../../completions/told-changes.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import { type Message, msg } from "../../domain/language/messages.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { ActionRows } from "../../ui/action-rows.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { HourField } from "../../ui/hour-field.tsx";
import { Known } from "../../ui/known.tsx";
import { Outcome } from "../../ui/link-parts.tsx";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { NewChannelDialog } from "./new-channel-dialog.tsx";
import {
  type Device,
  SAVING_FAILED,
  type Notifications as Stored,
  useNotificationChanges,
  useNotifications,
  type Wishes,
} from "./queries.ts";
import { deviceText, type Support } from "./this-device.ts";

const WHY_NOT: Record<Exclude<Support, "ready">, Message> = {
  blocked: msg(
    "This browser blocks notifications from Rota. Allow them in its settings for this site, then come back.",
  ),
  "home-screen": msg(
    "On an iPhone or iPad, add Rota to the home screen first: Share, then Add to Home Screen. Open it from there, and turn notifications on here. // Safari’s words",
  ),
  "not-kept": import.meta.env.DEV
    ? msg("Notifications need the built app.")
    : msg("Notifications don’t work in a private window."),
  lacking: msg("This browser can't show notifications."),
};

export const Notifications = () => {
  const { t } = useLocale();
  return (
    <Known query={useNotifications()} failed={t("Your choice could not be loaded.")}>
      {(data) => <Choices data={data} />}
    </Known>
  );
};

function Choices({ data }: { data: Stored }) {
  const locale = useLocale();
  const { t } = locale;
  const { data: tasks } = useTasks();
  const { save, turnOn, remove } = useNotificationChanges();
  const { key, support, devices } = data;
  if (key === null)
    return <p>{t("This Rota sends no notifications, so there is nothing to choose.")}</p>;
  const wishes: Wishes = (save.isPending ? save.variables : undefined) ?? data;
  const thisDevice = devices.find(({ isThis }) => isThis);

  const add = (to: string) =>
    void told(turnOn.mutateAsync(to), SAVING_FAILED, (isOn) => {
      if (isOn) toastSuccess(t("Notifications are on for this device"));
    });

  const take = (device: Device) =>
    void told(remove.mutateAsync(device), SAVING_FAILED, () =>
      toastSuccess(
        device.isThis
          ? t("Notifications are off for this device")
          : t("{device} was removed // from a list of devices", {
              device: deviceText(device.label, locale),
            }),
      ),
    );

  return (
    <Stack gap="8">
      <Stack gap="3">
        <chakra.p color="fg.muted">
          {t(
            "Rota can tell you on this device what is due, with buttons to mark it as done, and what others do. Nothing comes until you choose it.",
          )}
        </chakra.p>
        {support === "ready" || thisDevice ? (
          <SwitchRow
            label={t("Notify me on this device")}
            isOn={turnOn.isPending || (thisDevice !== undefined && !remove.isPending)}
            isBusy={turnOn.isPending || remove.isPending}
            onChange={(isOn) => (isOn ? add(key) : thisDevice && take(thisDevice))}
          />
        ) : (
          <Outcome takesFocus={turnOn.data === false}>{t(WHY_NOT[support])}</Outcome>
        )}
      </Stack>
      <WishFields
        wishes={wishes}
        watchedCount={data.watched.length}
        hasTurns={tasks?.some(({ roster }) => roster.length > 0) ?? false}
        onChange={(next) => void told(save.mutateAsync(next), SAVING_FAILED)}
      />
      <Stack gap="3" alignItems="flex-start">
        <DeviceList devices={devices} onRemove={take} />
        <DialogButton label={t("Notify me another way")}>
          {(onClosed) => <NewChannelDialog onClosed={onClosed} />}
        </DialogButton>
      </Stack>
    </Stack>
  );
}

interface DeviceListProps {
  readonly devices: readonly Device[];
  readonly onRemove: (device: Device) => void;
}

function DeviceList({ devices, onRemove }: DeviceListProps) {
  const locale = useLocale();
  const { t } = locale;
  const { timeZone } = useToday();
  const rows = devices.map((device) => {
    const date = formatDate(dayInZone(device.addedAt, timeZone), locale);
    const text = deviceText(device.label, locale);
    return {
      key: device.id,
      text: <bdi>{text}</bdi>,
      hint: device.isThis
        ? t("this device // in a list of devices")
        : t("since {date} // a device gets notifications", { date }),
      action: t("Remove // a device"),
      name: t("Remove {device}, since {date}", { device: text, date }),
      isGone: true,
      onAct: () => onRemove(device),
    };
  });
  return <ActionRows title={t("Devices")} none={t("None yet. // devices")} rows={rows} />;
}

/** Default hours. */
const MORNING = 7;
const QUIET = { quietFrom: 22, quietUntil: MORNING };

interface WishFieldsProps {
  readonly wishes: Wishes;
  readonly watchedCount: number;
  readonly hasTurns: boolean;
  readonly onChange: (wishes: Wishes) => void;
}

function WishFields({ wishes, watchedCount, hasTurns, onChange }: WishFieldsProps) {
  const { t } = useLocale();
  const { todayHour, done, quietFrom, quietUntil } = wishes;
  const change = (some: Partial<Wishes>) => onChange({ ...wishes, ...some });
  const row = (label: string, kind: "onlyMyTurns" | "offers" | "done" | "invitations") => (
    <SwitchRow label={label} isOn={wishes[kind]} onChange={(isOn) => change({ [kind]: isOn })} />
  );
  return (
    <>
      <Stack gap="3">
        <h2>{t("Notify me about")}</h2>
        <SwitchRow
          label={t("What is due today")}
          isOn={todayHour !== null}
          onChange={(isOn) => change({ todayHour: isOn ? MORNING : null })}
        />
        {todayHour !== null && (
          <HourField
            label={t("At // the hour of a notification")}
            value={todayHour}
            onChange={(hour) => change({ todayHour: hour })}
          />
        )}
        {todayHour !== null && hasTurns && row(t("Only when it is my turn"), "onlyMyTurns")}
        {hasTurns && row(t("Turns that others ask me to take"), "offers")}
        {row(t("What others have done"), "done")}
        {!done && (
          <chakra.p color="fg.muted" fontSize="sm">
            {watchedCount === 0
              ? t("For a single task, turn this on on its page.")
              : t(
                  "{count, plural, one {You are told of # task that you watch.} other {You are told of # tasks that you watch.}}",
                  { count: watchedCount },
                )}
          </chakra.p>
        )}
        {row(t("Invitations to tasks"), "invitations")}
      </Stack>
      <Stack gap="3">
        <h2>{t("Quiet hours")}</h2>
        <chakra.p color="fg.muted">
          {t("What is due comes when they end; updates about others are dropped.")}
        </chakra.p>
        <SwitchRow
          label={t("Keep quiet hours")}
          isOn={quietFrom !== null}
          onChange={(isOn) => change(isOn ? QUIET : { quietFrom: null, quietUntil: null })}
        />
        {quietFrom !== null && quietUntil !== null && (
          <chakra.div display="flex" flexWrap="wrap" gap="4">
            <HourField
              label={t("From // the hour when quiet hours begin")}
              value={quietFrom}
              without={quietUntil}
              onChange={(hour) => change({ quietFrom: hour })}
            />
            <HourField
              label={t("Until // the hour when quiet hours end")}
              value={quietUntil}
              without={quietFrom}
              onChange={(hour) => change({ quietUntil: hour })}
            />
          </chakra.div>
        )}
      </Stack>
    </>
  );
}

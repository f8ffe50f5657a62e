import { useState } from "react";
import { told } from "../../completions/told-changes.ts";
import type { Channel } from "../../domain/channels/channel.ts";
import { PRESETS, type Preset } from "../../domain/channels/presets.ts";
import { type Message, msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { FormField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { useNotificationChanges } from "./queries.ts";

const ADDING_FAILED: FailureWords = {
  title: msg("Error Adding This Way"),
  description: msg("Nothing has changed. Please try again."),
  sendsInput: true,
};

type Way = Preset | "other";

/** Names of services, which are the same in every language. */
const SERVICES: Readonly<Record<Preset, string>> = {
  ntfy: "ntfy",
  gotify: "Gotify",
  discord: "Discord",
};

const OTHER: Message = msg("Something else // another service for notifications");

const TEMPLATE = '{"title": "{title}", "text": "{body}", "link": "{url}"}';

/** Nothing that is entered is ever shown again: it may hold secrets. */
export function NewChannelDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useLocale();
  const { addChannel } = useNotificationChanges();
  // A save that is tried again adds the same one.
  const [id] = useState(() => crypto.randomUUID());
  const [way, setWay] = useState<Way>("ntfy");
  const ways = Object.entries(SERVICES);

  return (
    <FormDialog
      title={t("Notify me another way")}
      action={t("Add // a way of being notified")}
      isPending={addChannel.isPending}
      cancel={t("Cancel")}
      onSubmit={(close, textOf) => {
        const text = (name: string) => textOf(name).trim();
        const label = way === "other" ? text("label") : SERVICES[way];
        const channel = channelOf(way, text);
        void told(addChannel.mutateAsync({ id, label, channel }), ADDING_FAILED, () => {
          toastSuccess(t("Notifications go to {name}, too", { name: label }));
          close();
        });
      }}
      onClosed={onClosed}
    >
      <FormField
        label={t("By // a service for notifications")}
        hint={t("It gets what your devices get. A first message is sent at once.")}
      >
        <Select
          options={[...ways, ["other", t(OTHER)]]}
          value={way}
          onChange={(value) => setWay(isPreset(value) ? value : "other")}
        />
      </FormField>
      {isPreset(way) ? <PresetFields key={way} preset={way} /> : <OtherFields />}
    </FormDialog>
  );
}

const isPreset = (way: string): way is Preset => Object.hasOwn(PRESETS, way);

function PresetFields({ preset }: { preset: Preset }) {
  const { t } = useLocale();
  return (
    <>
      <TextField
        label={t("Address // of a service for notifications")}
        name="server"
        inputMode="url"
        dir="ltr"
        required
        maxLength={1000}
        defaultValue={preset === "ntfy" ? "https://ntfy.sh" : ""}
        hint={preset === "discord" ? t("The webhook’s, from the channel’s settings.") : undefined}
      />
      {preset === "ntfy" && (
        <TextField
          label={t("Topic // of ntfy")}
          name="topic"
          dir="ltr"
          required
          maxLength={100}
          hint={t("Whoever knows it reads along: choose one that nobody guesses.")}
        />
      )}
      {preset !== "discord" && (
        <TextField
          label={t("Token // of a service for notifications")}
          name="token"
          dir="ltr"
          autoComplete="off"
          required={preset === "gotify"}
          maxLength={500}
          hint={preset === "ntfy" ? t("Only for topics that need one.") : undefined}
        />
      )}
    </>
  );
}

function OtherFields() {
  const { t } = useLocale();
  const slots = { title: "{title}", body: "{body}", url: "{url}" };
  return (
    <>
      <TextField
        label={t("Name // of a way of being notified")}
        name="label"
        required
        maxLength={100}
      />
      <TextField
        label={t("Address // of a service for notifications")}
        name="address"
        inputMode="url"
        dir="ltr"
        required
        maxLength={1000}
      />
      <FormField
        label={t("Headers // of a request")}
        hint={t("One a line: a name, a colon, the value. They are never shown again.")}
      >
        <Textarea name="headers" dir="ltr" rows={2} autoComplete="off" />
      </FormField>
      <FormField
        label={t("Body // of a request")}
        hint={t("In place of {title}, {body} and {url} stands what there is to say.", slots)}
      >
        <Textarea name="body" dir="ltr" rows={3} defaultValue={TEMPLATE} />
      </FormField>
    </>
  );
}

function channelOf(way: Way, text: (name: string) => string): Channel {
  if (way !== "other")
    return PRESETS[way]({ server: text("server"), topic: text("topic"), token: text("token") });
  const lines = text("headers").split("\n").filter(Boolean);
  return {
    method: "POST",
    address: text("address"),
    headers: lines.map((line) => {
      const [name = "", ...value] = line.split(":");
      return { name: name.trim(), value: value.join(":").trim() };
    }),
    body: text("body"),
  };
}

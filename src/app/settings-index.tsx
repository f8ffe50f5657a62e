import { chakra } from "@chakra-ui/react";
import { msg } from "../domain/language/messages.ts";
import { useServer } from "../features/server/queries.ts";
import { useHouseholds } from "../sync/use-tasks.ts";
import { Icon } from "../ui/icon.tsx";
import { useLocale } from "../ui/use-locale.ts";

export const SETTINGS = {
  profile: [msg("Profile"), msg("Your name, e-mail address and sign-in")],
  dates: [msg("Day and dates"), msg("Time zone, dates, times and weeks")],
  mail: [msg("Mail // mails"), msg("What is due, each morning")],
  notifications: [msg("Notifications"), msg("What is due and what others did, on your devices")],
  calendar: [msg("Calendar"), msg("Your tasks in a calendar app")],
  programs: [msg("Other programs"), msg("Home Assistant, scripts and others")],
  webhooks: [msg("Webhooks"), msg("Other programs are told what happens")],
  people: [msg("People"), msg("Who you share with")],
  keyboard: [msg("Keyboard"), msg("Single keys, and what they do")],
  data: [msg("Your data"), msg("Download everything, import tasks")],
  server: [msg("This server"), msg("People, mail and backups")],
  account: [msg("Close my account"), msg("Your tasks and your name go, for good")],
} as const;

const PAGES = Object.entries(SETTINGS).map(([page, [title, about]]) => ({
  page,
  href: `/settings/${page}`,
  title,
  about,
}));

/** For who has no household, whose name would lead there. */
const PLACES = [
  {
    href: "/record",
    title: msg("Record // what was done: a page"),
    about: msg("Your year, day by day"),
  },
  {
    href: "/household",
    title: msg("Household"),
    about: msg("Tasks that are everybody’s, and whose turn it is"),
  },
];

const Row = chakra("a", {
  base: {
    display: "grid",
    gridTemplateColumns: "1fr auto",
    alignItems: "center",
    columnGap: "3",
    minH: "touch",
    py: "3",
    px: "2",
    mx: "-2",
    borderRadius: "md",
    _hover: { bg: "bg.muted" },
  },
});

/** Safari on phones and tablets doesn't offer to install. */
const isInstallable = "standalone" in navigator && navigator.standalone === false;

export function SettingsIndex() {
  const { t } = useLocale();
  const hasNone = useHouseholds()?.length === 0;
  const runsServer = Boolean(useServer().data);
  const pages = PAGES.filter(({ page }) => page !== "server" || runsServer);
  const rows = hasNone ? [...PLACES, ...pages] : pages;
  return (
    <chakra.nav aria-label={t("Settings")}>
      <ul>
        {rows.map(({ href, title, about }) => (
          <chakra.li key={href} borderColor="border" css={{ "& + &": { borderTopWidth: "1px" } }}>
            <Row href={href}>
              <span>
                <chakra.span display="block" fontWeight="semibold">
                  {t(title)}
                </chakra.span>
                <chakra.span display="block" color="fg.muted" fontSize="sm">
                  {t(about)}
                </chakra.span>
              </span>
              <Icon name="next" />
            </Row>
          </chakra.li>
        ))}
      </ul>
      {!isSecureContext && (
        <chakra.p mt="4" color="fg.muted" fontSize="sm">
          {t(
            "This address begins with http. What you send could be read on the way, and your browser keeps nothing for when there is no network, shows no notifications and doesn’t install Rota. At an address with https it does.",
          )}
        </chakra.p>
      )}
      {isInstallable && (
        <chakra.p mt="4" color="fg.muted" fontSize="sm">
          {t(
            "To have Rota on your home screen: tap Share, then Add to Home Screen. It opens without a network, too. // the words of Safari",
          )}
        </chakra.p>
      )}
    </chakra.nav>
  );
}

/** The API process: REST and Auth, the gateway in front of everything, the mailbox and the schedule. */
import { once } from "node:events";
import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { collectGarbageEveryMinute } from "../collect-garbage.ts";
import { callEveryMinute } from "../schedule.ts";
import { Troubles } from "../troubles.ts";
import { createGateway, tunnelUpgrade } from "./gateway.ts";
import { houseAccounts } from "./house-accounts.ts";
import { houseSignIn } from "./house-sign-in.ts";
import { Mailbox } from "./mailbox.ts";
import { mailboxApp } from "./mailbox-app.ts";
import { smtpServer } from "./mailbox-smtp.ts";
import { serveFront } from "./serve-front.ts";
import { readSettings } from "./settings.ts";
import { askDatabase } from "./sign-up.ts";
import { MAILS, siteMailer } from "./site-mailer.ts";
import { createAuthApp, createRestApp } from "./supabase.ts";

const settings = readSettings();
const hostname = "127.0.0.1";
const { site } = settings;
const troubles = site && new Troubles(site.troubles, (line) => console.error(line));
const mailbox = new Mailbox(settings.mailSender);

const apiUrl = `http://${hostname}:${settings.port}`;

const mailer = site && troubles && siteMailer(site, troubles);
const rest = await createRestApp(settings);
const signUps =
  site &&
  askDatabase(
    site,
    (request) => rest.all.fetch(request, { peerAddress: null }),
    settings.secretKey,
  );
const { auth, factors, pool, findAccount, wasMailed, aside } = await createAuthApp(
  settings,
  mailer ?? { send: async (mail) => mailbox.add(mail) },
  mailer?.orSentence,
  signUps?.isLetIn,
);

// Concurrent first requests break @supabase/lite's start-up, so one is made here.
const headers = { apikey: settings.publishableKey };
await rest.all.fetch(new Request(`${apiUrl}/rest/v1/none?limit=1`, { headers }), {
  peerAddress: null,
});

const isInvited = signUps?.isInvited;
const house =
  site?.issuer &&
  houseSignIn({
    ...{ ...settings, issuer: site.issuer, urls: site.urls },
    accounts: houseAccounts(pool, site.issuer.name),
    takesPasswords: site.takesPasswords,
    mayBegin: async (address) => site.isOpen || (await isInvited?.(address)) === true,
    log: (line) => console.error(line),
  });
const gateway = createGateway({
  ...{ rest, auth, factors, ...settings, isInvited, house, signUpLinks: site?.signUpLinks },
  site: troubles && {
    ...{ ...settings, pool, findAccount, wasMailed, isMailDown: () => troubles.has(MAILS) },
    ...{ aside, claim: signUps?.claim },
    ...{ operator: site?.operator, takesPasswords: site?.takesPasswords ?? true },
    log: (line) => console.error(line),
  },
  databaseUrl: settings.authUrl,
});
const server = serve({ fetch: gateway.fetch, hostname, port: settings.port }) as Server;
const others = site
  ? [serveFront(site, gateway.fetch, settings.realtimePort)]
  : [
      serve({ fetch: mailboxApp(mailbox).fetch, hostname, port: settings.mailPort }),
      smtpServer(mailbox).listen(settings.smtpPort, hostname),
    ];
// Longer than clients keep idle connections, so that none is closed while in use.
server.keepAliveTimeout = 65_000;
server.on("upgrade", tunnelUpgrade(settings.realtimePort));
await Promise.all([server, ...others].map((each) => once(each, "listening")));
callEveryMinute(`${apiUrl}/functions/v1`, settings.secretKey, settings.everyMinute, troubles);
collectGarbageEveryMinute();
console.error(`listening on port ${settings.port}`);

// The parent holds the other end of this pipe, so it closes when the parent ends.
process.stdin.on("end", () => process.exit()).resume();

/**
 * Loaded into `npm run deploy` before anything else: what it asks of the hosted project goes to the
 * test's stand-in. No name of supabase.co can be one.
 */
import http from "node:http";
import https from "node:https";

const { origin } = new URL(process.env.ROTA_TEST_PROJECT_ADDRESS);
const standIn = new URL(process.env.ROTA_TEST_PROJECT_URL);

const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) => realFetch(String(input).replace(origin, standIn.origin), init);

// Websockets begin with it.
const realRequest = https.request;
https.request = (options, ...rest) =>
  `https://${options.host}` === origin
    ? http.request(
        {
          ...options,
          ...{ host: standIn.hostname, port: standIn.port },
          createConnection: undefined,
        },
        ...rest,
      )
    : realRequest(options, ...rest);

/** Loaded first in `npm run deploy`: leads requests for the hosted project to its stand-in. */
import http from "node:http";
import https from "node:https";

const { origin } = new URL(process.env.ROTA_TEST_PROJECT_ADDRESS);
const standIn = new URL(process.env.ROTA_TEST_PROJECT_URL);

const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) => realFetch(String(input).replace(origin, standIn.origin), init);

// Used to open websockets.
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

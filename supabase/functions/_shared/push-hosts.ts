/** The push servers of Chromium, Firefox, Safari and Edge; with a dot before it, all below a domain. */
export const KNOWN_PUSH_HOSTS = [
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
];

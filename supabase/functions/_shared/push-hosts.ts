/** The push servers of Chromium, Firefox, Safari and Edge; a leading dot covers a whole domain. */
export const KNOWN_PUSH_HOSTS = [
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
];

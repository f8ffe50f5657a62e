import { msg } from "../../domain/language/messages.ts";

/**
 * What the auth service's refusals say in other languages than English, in which its own words say most: by its code,
 * or by its words where one code has several.
 */
export const AUTH_TEXTS = {
  invalid_credentials: msg("Invalid login credentials"),
  email_not_confirmed: msg("Email not confirmed"),
  user_already_exists: msg("User already registered"),
  email_exists: msg("A user with this email address has already been registered"),
  email_address_invalid: msg("This is no e-mail address."),
  validation_failed: msg("This is no e-mail address."),
  same_password: msg("New password should be different from the old password."),
  weak_password: msg("This password is too easy to guess: choose another one."),
  "The password is too short or too long.": msg("The password is too short or too long."),
  current_password_required: msg("This is not your password."),
  current_password_invalid: msg("This is not your password."),
  signup_disabled: msg("Signups not allowed for this instance"),
  email_provider_disabled: msg("Nobody signs in with a password here."),
  user_banned: msg("User is banned"),
  otp_expired: msg("This link has been used or has expired. Ask for a new one."),
  "This link is for another address.": msg("This link is for another address."),
  "Auth session missing!": msg("This link has been used or has expired. Ask for a new one."),
  over_email_send_rate_limit: msg("Too many attempts. Try again later."),
  over_request_rate_limit: msg("Too many attempts. Try again later."),
  mail_not_sent: msg("No mail can be sent just now. Please try again later."),
  unexpected_failure: msg("The server does not answer just now. Please try again."),
  known_address: msg("There is an account of this address: sign in with its password."),
} as const;

/** The same of a sign-in elsewhere. */
export const ISSUER_TEXTS = {
  ...AUTH_TEXTS,
  provider_email_needs_verification: msg(
    "No confirmed e-mail address of yours is known there. Make an account here, and connect it in Settings.",
  ),
  email_exists: msg(
    "Your address has an account here. Sign in with its password, and connect the other one in Settings › Profile.",
  ),
  identity_already_exists: msg("Your account there is connected with another account here."),
  signup_disabled: msg(
    "Nobody has invited you yet. Ask the person who runs this Rota for a link to make your account.",
  ),
} as const;

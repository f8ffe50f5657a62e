import { Secret, TOTP } from "otpauth";

/** Codes of an authenticator app, as RFC 6238 and the platform have them: six digits, each for 30 seconds. */

/** Steps of 30 seconds by which a device's clock may be wrong. */
const SKEW = 1;

/** 20 bytes in base32, as the platform's are: 32 characters. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that an authenticator app reads from a QR code. */
export const addressOf = (secret: string, issuer: string, label: string): string =>
  new TOTP({ secret, issuer, label }).toString();

/**
 * The step for which a code is right, so that it can be counted once; undefined for a wrong code.
 * @param at milliseconds since 1970
 */
export function stepOf(secret: string, code: string, at: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ secret });
  const off = totp.validate({ token: code, timestamp: at, window: SKEW });
  return off === null ? undefined : totp.counter({ timestamp: at }) + off;
}

import { type Message, msg } from "../domain/language/messages.ts";

/** Rules for new passwords; existing ones are never checked against them. */

/** Characters; `minimum_password_length` of supabase/config.toml. */
const MIN_LENGTH = 8;

/** Bytes: the auth service's hash ignores what comes after them. */
const MAX_BYTES = 72;

/** The commonest passwords of leaks that are long enough, in lower case. */
const COMMON = new Set(
  `00000000 11111111 1111111111 11223344 12341234 123123123 12345678 123456789 1234567890
  1234567891 12345678910 1234qwer 123456aa 123654789 123qweasd 147258369 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx 55555555 66666666 77777777 789456123 87654321 88888888 987654321 9876543210 99999999
  a1234567 a12345678 aa123456 aa12345678 abc12345 abcd1234 abcdefgh admin123 administrator
  asdf1234 asdfasdf asdfghjk asdfghjkl baseball basketball changeme charlie1 chocolate computer
  consumer dragon12 football football1 iloveyou iloveyou1 internet jennifer letmein1 liverpool
  lovelove master12 michelle monkey123 passw0rd password password! password1 password12
  password123 pokemon1 princess princess1 q1w2e3r4 qazwsxedc qwer1234 qwert123 qwerty12
  qwerty123 qwerty1234 qwertyui qwertyuiop samantha starwars sunshine superman superman1
  trustno1 welcome1 welcome123 whatever zaq12wsx zxcvbnm1`.split(/\s+/),
);

/** What is wrong with a new password; "" when it is fine. */
export function newPasswordProblem(password: string): Message | "" {
  if (password === "") return "";
  if ([...password].length < MIN_LENGTH) return msg("Use at least 8 characters");
  if (new TextEncoder().encode(password).length > MAX_BYTES) return msg("Use a shorter password");
  if (COMMON.has(password.toLowerCase())) return msg("Too many people use this password");
  return "";
}

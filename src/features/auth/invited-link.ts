/**
 * Reads an invitation's link: addressee, proof of the mail and sign-up token ("" for none). Anybody can write such a
 * link, so it only fills fields; the server checks the proof.
 */
export function readInvitedLink() {
  const query = new URLSearchParams(location.search);
  const hash = new URLSearchParams(location.hash.slice(1));
  const read = (key: string, most = 254) => query.get(key)?.slice(0, most) ?? "";
  const [invited, name] = [read("invited"), read("name", 100)];
  // No server on the way sees what follows the #; the mails of before had it in the query.
  const proof = hash.get("proof")?.slice(0, 1000) ?? read("proof", 1000);
  return { invited, name, proof, signUp: read("sign_up") };
}

/** Somebody who is signed in has no use for it. */
export function forgetInvitedLink(): void {
  const { invited, signUp } = readInvitedLink();
  if (!invited && !signUp) return;
  const rest = location.hash.replace(/[#&]proof=[^&]*/, "");
  history.replaceState(history.state, "", location.pathname + rest);
}

/** The link of the household that somebody agreed to join in the form that signed them up or in. */
let agreed: string | null = null;

export function agreeTo(token: string): void {
  agreed = token;
}

/** Whether they agreed; true only once, so that they are asked again after a failure. */
export function takeAgreement(token: string): boolean {
  const isAgreed = agreed === token;
  agreed = null;
  return isAgreed;
}

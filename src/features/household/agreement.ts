/** The link whose household somebody has agreed to join, by the form that made their account or signed them in. */
let agreed: string | null = null;

export function agreeTo(token: string): void {
  agreed = token;
}

/** Whether they are asked no more; once, so that what fails asks. */
export function takeAgreement(token: string): boolean {
  const isAgreed = agreed === token;
  agreed = null;
  return isAgreed;
}

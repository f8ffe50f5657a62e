/** The token follows the #, so no server logs it. */
export const joinLink = (token: string) => `${location.origin}/join#${token}`;

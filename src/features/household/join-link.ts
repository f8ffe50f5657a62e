/** Where a household's link leads: the token stands where no server logs it. */
export const joinLink = (token: string) => `${location.origin}/join#${token}`;

/** A window that is low, as at 200 % zoom: nothing stays over what is read there. */
export const LOW = "@media (max-height: 30rem)";

/** All of the header has room in one line; in a low window earlier. */
export const IN_LINE = "@media (min-width: 48rem), (min-width: 32rem) and (max-height: 30rem)";

/** A phone whose browser shows letters of twice the usual size. */
export const LARGE_LETTERS = "@media (max-width: 16rem)";

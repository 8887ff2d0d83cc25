/** How many states of one text are kept; the oldest goes when another comes. */
export const versionsKept = 100;

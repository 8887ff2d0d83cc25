/** Versions kept of one text; the oldest is deleted when another is saved. */
export const versionsKept = 100;

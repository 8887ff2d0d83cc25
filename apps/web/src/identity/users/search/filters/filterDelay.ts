/** S4.30: milliseconds from the last change to the filters being applied. */
export const filterDelayMs = 2000;

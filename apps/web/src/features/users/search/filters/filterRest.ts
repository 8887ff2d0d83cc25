/** S4.30: filters are applied so many milliseconds after the last change. */
export const filterRestMs = 2000;

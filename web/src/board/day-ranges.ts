/** Choices for the number of days of the board; for more there is the month view. */
export const DAY_RANGES = [1, 2, 3, 5, 7, 10, 14, 21, 28] as const;

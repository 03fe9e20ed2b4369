/** Later than anything that is planned, and far enough below 2^31 to add a day to it. */
export const FAR = 1_500_000_000;

/** How long a part waits for the record that it belongs to, after it was last sent. */
export const PENDING_DAYS = 30;

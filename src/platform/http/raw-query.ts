/** A query string as it was sent: a parameter that comes twice is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

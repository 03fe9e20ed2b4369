/** An item of a list that somebody else sent, if it is one. */
export const cellIn = (list: unknown, at: number): unknown => (Array.isArray(list) ? list[at] : undefined);

/** A field of what somebody else sent, if it is there and a number. */
export const numberIn = (object: unknown, name: string): number | undefined => {
  const value = (object as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

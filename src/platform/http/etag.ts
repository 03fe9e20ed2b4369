/** If-None-Match may hold a list, weak tags, or * for anything. */
export const matches = (sent: string | undefined, etag: string): boolean =>
  sent !== undefined && (sent.trim() === '*' || sent.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

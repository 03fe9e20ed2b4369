/** Browsers other than Safari show no HEIC. */
export const isShownByBrowsers = (contentType: string): boolean =>
  ['image/jpeg', 'image/png', 'image/webp'].includes(contentType);

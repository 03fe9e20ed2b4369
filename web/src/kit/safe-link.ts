/** Schemes that run a script or show what the address itself holds, and those that open local files. The service refuses them too. */
const REFUSED = new Set([
  ...['javascript:', 'jscript:', 'vbscript:', 'livescript:', 'mocha:', 'data:', 'blob:', 'file:', 'filesystem:'],
  ...['about:', 'view-source:', 'jar:', 'mhtml:', 'mk:', 'ms-its:', 'res:', 'wyciwyg:'],
]);

/** The address of a link that somebody stored, as the browser reads it; undefined where it must not be opened. */
export function safeLink(uri: string, base: string): string | undefined {
  if (!URL.canParse(uri, base)) return undefined;
  const { protocol, href } = new URL(uri, base);
  return REFUSED.has(protocol.toLowerCase()) ? undefined : href;
}

/** A number to call, without the blanks and brackets that people write; undefined without digits. */
export function telLink(phone: string): string | undefined {
  const dialled = phone.replace(/\(0\)/g, '').replace(/[^\d+*#]/g, '');
  return /\d/.test(dialled) ? `tel:${encodeURI(dialled).replaceAll('#', '%23')}` : undefined;
}

export const mailLink = (email: string): string | undefined =>
  /^[^\s@]+@[^\s@]+$/.test(email.trim())
    ? `mailto:${email.trim().split('@').map(encodeURIComponent).join('@')}`
    : undefined;

const degrees = (value: number): string => value.toFixed(6).replace(/\.?0+$/, '');

/** A location for the map program of the device. */
export const geoLink = (latitude: number, longitude: number): string =>
  `geo:${degrees(latitude)},${degrees(longitude)}?q=${degrees(latitude)},${degrees(longitude)}`;

export const streetMapLink = (latitude: number, longitude: number): string =>
  `https://www.openstreetmap.org/?mlat=${degrees(latitude)}&mlon=${degrees(longitude)}#map=17/${degrees(latitude)}/${degrees(longitude)}`;

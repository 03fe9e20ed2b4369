import { geoLink } from '../kit/safe-link.ts';
import type { Visit } from '../offline/action.ts';

type Site = NonNullable<Visit['site']>;

interface NavigationLinks {
  /** For the map program of the device. */
  readonly device: string;
  /** For a browser without one. */
  readonly web: string;
}

const isApple = (userAgent: string): boolean => /\b(?:iPhone|iPad|iPod|Macintosh)\b/.test(userAgent);

/** How to get to a site; undefined where nothing of it is known. Apple devices do not open `geo:` links. */
export function navigationTo(site: Site, userAgent: string): NavigationLinks | undefined {
  const { latitude, longitude, address } = site;
  const point = latitude === null || longitude === null ? undefined : `${latitude},${longitude}`;
  const target = point ?? address?.trim();
  if (!target) return undefined;
  const named = encodeURIComponent(target);
  const geo = latitude === null || longitude === null ? `geo:0,0?q=${named}` : geoLink(latitude, longitude);
  return {
    device: isApple(userAgent) ? `https://maps.apple.com/?daddr=${named}` : geo,
    web: point
      ? `https://www.openstreetmap.org/directions?to=${named}`
      : `https://www.openstreetmap.org/search?query=${named}`,
  };
}

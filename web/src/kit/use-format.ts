import { useMemo } from 'react';
import { type Format, formatIn } from '../dates/format.ts';
import { useLocale } from '../i18n/language.ts';
import { useSession, zoneOf } from '../session/session.ts';

/** Dates and times in the user's locale and time zone. */
export function useFormat(): Format {
  const zone = zoneOf(useSession());
  const { locale } = useLocale();
  return useMemo(() => formatIn(zone, locale), [zone, locale]);
}

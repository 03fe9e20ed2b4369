import { useMemo } from 'react';
import { useLocale } from '../i18n/language.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { type Format, formatIn } from '../time/format.ts';

/** Dates and times as this user reads them. */
export function useFormat(): Format {
  const zone = zoneOf(useSession());
  const { locale } = useLocale();
  return useMemo(() => formatIn(zone, locale), [zone, locale]);
}

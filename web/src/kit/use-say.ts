import { useMemo } from 'react';
import { useSpeech } from '../i18n/language.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { type Say, sayIn } from '../time/say.ts';

/** Dates and times as this user reads them. */
export function useSay(): Say {
  const zone = zoneOf(useSession());
  const { locale } = useSpeech();
  return useMemo(() => sayIn(zone, locale), [zone, locale]);
}

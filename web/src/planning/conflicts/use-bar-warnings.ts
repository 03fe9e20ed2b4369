import { useEffect } from 'react';
import { useLocale } from '../../i18n/language.ts';
import { useSession, zoneOf } from '../../session/session.ts';
import type { BoardStore } from '../board-store.ts';

/** Warnings of bars in the language of the user. Their templates are loaded after the board. */
export function useBarWarnings(store: BoardStore): void {
  const { language, locale } = useLocale();
  const zone = zoneOf(useSession());
  useEffect(() => {
    let isCurrent = true;
    Promise.all([import('./bar-warnings.ts'), import('../../dates/format.ts')]).then(
      ([{ barWarnings }, { formatIn }]) => {
        const format = formatIn(zone, locale);
        if (isCurrent) store.wordWarnings(barWarnings(language, (iso) => format.moment(iso)));
      },
      // Without a connection the message of the service stays.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [store, language, locale, zone]);
}

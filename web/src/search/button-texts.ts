import { areaTexts } from '../i18n/area-texts.ts';

/** On every page; the texts of the dialog are loaded with it. */
export const useSearchButtonTexts = areaTexts({
  en: { open: 'Search (Ctrl+K)' },
  nl: { open: 'Zoeken (Ctrl+K)' },
  de: { open: 'Suchen (Strg+K)' },
  fr: { open: 'Rechercher (Ctrl+K)' },
});

import { areaTexts } from '../i18n/area-texts.ts';

export const useKitTexts = areaTexts({
  en: { copy: 'Copy', copied: 'Copied', language: 'Programming language' },
  nl: { copy: 'Kopiëren', copied: 'Gekopieerd', language: 'Programmeertaal' },
  de: { copy: 'Kopieren', copied: 'Kopiert', language: 'Programmiersprache' },
  fr: { copy: 'Copier', copied: 'Copié', language: 'Langage de programmation' },
});

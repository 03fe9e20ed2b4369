import { areaTexts } from '../../i18n/area-texts.ts';

/** The name of the button, which is shown before the texts of the sheet are loaded. */
export const useShortcutLabel = areaTexts({
  en: { title: 'Keyboard shortcuts' },
  nl: { title: 'Sneltoetsen' },
  de: { title: 'Tastenkürzel' },
  fr: { title: 'Raccourcis clavier' },
});

import { areaTexts } from '../i18n/area-texts.ts';

export const useProfileTexts = areaTexts({
  en: {
    title: 'Profile',
    name: 'Name',
    nameHint: 'Colleagues see it, for example in the history of an appointment.',
    theme: 'Colours',
    themes: ['As the system', 'Light', 'Dark'],
    startPage: 'Start page',
    usual: 'Default',
    saved: 'Saved.',
  },
  nl: {
    title: 'Profiel',
    name: 'Naam',
    nameHint: 'Collega’s zien deze, bijvoorbeeld in de geschiedenis van een afspraak.',
    theme: 'Kleuren',
    themes: ['Zoals het systeem', 'Licht', 'Donker'],
    startPage: 'Startpagina',
    usual: 'Standaard',
    saved: 'Opgeslagen.',
  },
  de: {
    title: 'Profil',
    name: 'Name',
    nameHint: 'Kollegen sehen ihn, zum Beispiel im Verlauf eines Termins.',
    theme: 'Farben',
    themes: ['Wie das System', 'Hell', 'Dunkel'],
    startPage: 'Startseite',
    usual: 'Standard',
    saved: 'Gespeichert.',
  },
  fr: {
    title: 'Profil',
    name: 'Nom',
    nameHint: 'Vos collègues le voient, par exemple dans l’historique d’un rendez-vous.',
    theme: 'Couleurs',
    themes: ['Comme le système', 'Clair', 'Sombre'],
    startPage: 'Page de démarrage',
    usual: 'Par défaut',
    saved: 'Enregistré.',
  },
});

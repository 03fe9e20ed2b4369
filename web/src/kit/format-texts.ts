import { areaTexts } from '../i18n/area-texts.ts';

export const useFormatTexts = areaTexts({
  en: {
    title: 'Dates and times',
    ownHint: 'Default follows the tenant, and there the language.',
    tenantHint: 'For users who have chosen nothing else on their account page.',
    dateFormat: { label: 'Date', choices: ['Default', '31/12/2026', '12/31/2026', '2026-12-31'] },
    timeFormat: { label: 'Time', choices: ['Default', '24 hours', '12 hours'] },
    firstWeekday: { label: 'First day of the week', choices: ['Default', 'Monday', 'Sunday', 'Saturday'] },
  },
  nl: {
    title: 'Datums en tijden',
    ownHint: 'Standaard volgt de omgeving, en daar de taal.',
    tenantHint: 'Voor gebruikers die op hun accountpagina niets anders hebben gekozen.',
    dateFormat: { label: 'Datum', choices: ['Standaard', '31/12/2026', '12/31/2026', '2026-12-31'] },
    timeFormat: { label: 'Tijd', choices: ['Standaard', '24 uur', '12 uur'] },
    firstWeekday: { label: 'Eerste dag van de week', choices: ['Standaard', 'Maandag', 'Zondag', 'Zaterdag'] },
  },
  de: {
    title: 'Datum und Uhrzeit',
    ownHint: 'Standard richtet sich nach dem Mandanten und dort nach der Sprache.',
    tenantHint: 'Für Benutzer, die auf ihrer Kontoseite nichts anderes gewählt haben.',
    dateFormat: { label: 'Datum', choices: ['Standard', '31/12/2026', '12/31/2026', '2026-12-31'] },
    timeFormat: { label: 'Uhrzeit', choices: ['Standard', '24 Stunden', '12 Stunden'] },
    firstWeekday: { label: 'Erster Tag der Woche', choices: ['Standard', 'Montag', 'Sonntag', 'Samstag'] },
  },
  fr: {
    title: 'Dates et heures',
    ownHint: 'Par défaut, le réglage de l’espace s’applique, sinon celui de la langue.',
    tenantHint: 'Pour les utilisateurs qui n’ont rien choisi d’autre sur la page de leur compte.',
    dateFormat: { label: 'Date', choices: ['Par défaut', '31/12/2026', '12/31/2026', '2026-12-31'] },
    timeFormat: { label: 'Heure', choices: ['Par défaut', '24 heures', '12 heures'] },
    firstWeekday: { label: 'Premier jour de la semaine', choices: ['Par défaut', 'Lundi', 'Dimanche', 'Samedi'] },
  },
});

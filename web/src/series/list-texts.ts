import { areaTexts } from '../i18n/area-texts.ts';
import { plural } from '../i18n/plural.ts';

/** Texts of the list of series. */
export const useSeriesListTexts = areaTexts({
  en: {
    rule: 'Rule',
    series: 'Series',
    noSeries: 'No series yet.',
    shownOf: (shown: number, total: number) => `Those that last longest: ${shown} of ${total}.`,
    times: 'Times',
    appointments: 'Appointments',
    moved: (count: number) => `${count} moved`,
    firstLast: 'First – last',
    unknownRule: 'Rule not recorded',
    remove: 'Delete',
    endNow: 'End today',
    removeAsk: (count: number) =>
      plural.en(count, 'Delete # appointment of this series?', 'Delete all # appointments of this series?'),
    endAsk: 'Delete all appointments from today on? Earlier ones stay.',
    removed: (count: number) => plural.en(count, '# appointment deleted.', '# appointments deleted.'),
  },
  nl: {
    rule: 'Regel',
    series: 'Reeksen',
    noSeries: 'Nog geen reeksen.',
    shownOf: (shown: number, total: number) => `De langst durende: ${shown} van ${total}.`,
    times: 'Tijden',
    appointments: 'Afspraken',
    moved: (count: number) => `${count} verplaatst`,
    firstLast: 'Eerste – laatste',
    unknownRule: 'Regel niet vastgelegd',
    remove: 'Verwijderen',
    endNow: 'Vandaag beëindigen',
    removeAsk: (count: number) =>
      plural.nl(count, '# afspraak van deze reeks verwijderen?', 'Alle # afspraken van deze reeks verwijderen?'),
    endAsk: 'Alle afspraken vanaf vandaag verwijderen? Eerdere blijven.',
    removed: (count: number) => plural.nl(count, '# afspraak verwijderd.', '# afspraken verwijderd.'),
  },
  de: {
    rule: 'Regel',
    series: 'Serien',
    noSeries: 'Noch keine Serien.',
    shownOf: (shown: number, total: number) => `Die am längsten dauernden: ${shown} von ${total}.`,
    times: 'Zeiten',
    appointments: 'Termine',
    moved: (count: number) => `${count} verschoben`,
    firstLast: 'Erster – letzter',
    unknownRule: 'Regel nicht gespeichert',
    remove: 'Löschen',
    endNow: 'Heute beenden',
    removeAsk: (count: number) =>
      plural.de(count, '# Termin dieser Serie löschen?', 'Alle # Termine dieser Serie löschen?'),
    endAsk: 'Alle Termine ab heute löschen? Frühere bleiben.',
    removed: (count: number) => plural.de(count, '# Termin gelöscht.', '# Termine gelöscht.'),
  },
  fr: {
    rule: 'Règle',
    series: 'Séries',
    noSeries: 'Aucune série.',
    shownOf: (shown: number, total: number) => `Les plus longues : ${shown} sur ${total}.`,
    times: 'Heures',
    appointments: 'Rendez-vous',
    moved: (count: number) => plural.fr(count, '# déplacé', '# déplacés'),
    firstLast: 'Premier – dernier',
    unknownRule: 'Règle non enregistrée',
    remove: 'Supprimer',
    endNow: 'Terminer aujourd’hui',
    removeAsk: (count: number) =>
      plural.fr(count, 'Supprimer # rendez-vous de cette série ?', 'Supprimer les # rendez-vous de cette série ?'),
    endAsk: 'Supprimer tous les rendez-vous à partir d’aujourd’hui ? Les précédents restent.',
    removed: (count: number) => plural.fr(count, '# rendez-vous supprimé.', '# rendez-vous supprimés.'),
  },
});

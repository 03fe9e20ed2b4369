import { areaTexts } from '../i18n/area-texts.ts';

export const useStateTexts = areaTexts({
  en: {
    nothingMatches: 'Nothing matches the search or the filters.',
    clearFilters: 'Clear filters',
    notLoaded: 'Could not be loaded.',
  },
  nl: {
    nothingMatches: 'Niets voldoet aan de zoekterm of de filters.',
    clearFilters: 'Filters wissen',
    notLoaded: 'Kon niet worden geladen.',
  },
  de: {
    nothingMatches: 'Nichts entspricht der Suche oder den Filtern.',
    clearFilters: 'Filter aufheben',
    notLoaded: 'Konnte nicht geladen werden.',
  },
  fr: {
    nothingMatches: 'Rien ne correspond à la recherche ou aux filtres.',
    clearFilters: 'Effacer les filtres',
    notLoaded: 'Chargement impossible.',
  },
});

import { areaTexts } from '../../i18n/area-texts.ts';

const en = {
  what: 'Print',
  board: 'The board',
  boardHint: 'All visible rows, with a legend.',
  pages: 'A page per resource',
  pagesHint: 'The appointments of each resource by day.',
  nothing: 'No appointments in this period.',
  categories: 'Categories',
  timeMarkers: 'Time markers',
};

export const usePrintTexts = areaTexts<typeof en>({
  en,
  nl: {
    what: 'Afdrukken',
    board: 'Het planbord',
    boardHint: 'Alle zichtbare rijen, met een legenda.',
    pages: 'Eén pagina per resource',
    pagesHint: 'De afspraken van elke resource per dag.',
    nothing: 'Geen afspraken in deze periode.',
    categories: 'Categorieën',
    timeMarkers: 'Tijdmarkeringen',
  },
  de: {
    what: 'Drucken',
    board: 'Plantafel',
    boardHint: 'Alle sichtbaren Zeilen, mit Legende.',
    pages: 'Eine Seite pro Ressource',
    pagesHint: 'Die Termine jeder Ressource nach Tagen.',
    nothing: 'Keine Termine in diesem Zeitraum.',
    categories: 'Kategorien',
    timeMarkers: 'Zeitmarkierungen',
  },
  fr: {
    what: 'Imprimer',
    board: 'Le planning',
    boardHint: 'Toutes les lignes visibles, avec une légende.',
    pages: 'Une page par ressource',
    pagesHint: 'Les rendez-vous de chaque ressource par jour.',
    nothing: 'Aucun rendez-vous dans cette période.',
    categories: 'Catégories',
    timeMarkers: 'Marqueurs temporels',
  },
});

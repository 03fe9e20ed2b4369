import { areaTexts } from '../../i18n/area-texts.ts';
import { plural } from '../../i18n/plural.ts';

const en = {
  export: 'Export',
  exportOf: (name: string) => `Export: ${name}`,
  excel: 'Excel (.xlsx)',
  csv: 'CSV',
  asOf: 'As of',
  limited: (rows: number, total: number) =>
    `Exported the first ${rows} of ${plural.en(total, '# row', '# rows')}. Filter or search to export others.`,
};

export const useExportTexts = areaTexts<typeof en>({
  en,
  nl: {
    export: 'Exporteren',
    exportOf: (name) => `Exporteren: ${name}`,
    excel: 'Excel (.xlsx)',
    csv: 'CSV',
    asOf: 'Stand van',
    limited: (rows, total) =>
      `Geëxporteerd: de eerste ${rows} van ${plural.nl(total, '# rij', '# rijen')}. Filter of zoek om andere te exporteren.`,
  },
  de: {
    export: 'Exportieren',
    exportOf: (name) => `Exportieren: ${name}`,
    excel: 'Excel (.xlsx)',
    csv: 'CSV',
    asOf: 'Stand',
    limited: (rows, total) =>
      `Exportiert: ${rows} von ${plural.de(total, '# Zeile', '# Zeilen')}. Andere über Filter oder Suche exportieren.`,
  },
  fr: {
    export: 'Exporter',
    exportOf: (name) => `Exporter : ${name}`,
    excel: 'Excel (.xlsx)',
    csv: 'CSV',
    asOf: 'État au',
    limited: (rows, total) =>
      `Export limité : ${rows} sur ${plural.fr(total, '# ligne', '# lignes')}. Filtrez ou recherchez pour exporter les autres.`,
  },
});

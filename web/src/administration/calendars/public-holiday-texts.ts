import { areaTexts } from '../../i18n/area-texts.ts';
import { plural } from '../../i18n/plural.ts';

const en = {
  open: 'Add public holidays',
  country: 'Country',
  region: 'State or region',
  wholeCountry: 'Whole country',
  years: 'Years',
  preview: 'Public holidays',
  known: 'already there',
  none: 'No public holidays.',
  add: (count: number) => plural.en(count, 'Add # holiday', 'Add # holidays'),
  nothingNew: 'Nothing to add',
  credit: 'Data: date-holidays, CC BY 3.0. Check them before you rely on them.',
};

export const usePublicHolidayTexts = areaTexts({
  en,
  nl: {
    open: 'Feestdagen toevoegen',
    country: 'Land',
    region: 'Deelstaat of regio',
    wholeCountry: 'Hele land',
    years: 'Jaren',
    preview: 'Feestdagen',
    known: 'staat er al',
    none: 'Geen feestdagen.',
    add: (count) => plural.nl(count, '# feestdag toevoegen', '# feestdagen toevoegen'),
    nothingNew: 'Niets toe te voegen',
    credit: 'Gegevens: date-holidays, CC BY 3.0. Controleer ze voordat u erop vertrouwt.',
  },
  de: {
    open: 'Gesetzliche Feiertage hinzufügen',
    country: 'Land',
    region: 'Bundesland oder Region',
    wholeCountry: 'Ganzes Land',
    years: 'Jahre',
    preview: 'Gesetzliche Feiertage',
    known: 'schon vorhanden',
    none: 'Keine Feiertage.',
    add: (count) => plural.de(count, '# Feiertag hinzufügen', '# Feiertage hinzufügen'),
    nothingNew: 'Nichts hinzuzufügen',
    credit: 'Daten: date-holidays, CC BY 3.0. Prüfen Sie sie, bevor Sie sich darauf verlassen.',
  },
  fr: {
    open: 'Ajouter les jours fériés',
    country: 'Pays',
    region: 'État ou région',
    wholeCountry: 'Tout le pays',
    years: 'Années',
    preview: 'Jours fériés',
    known: 'déjà présent',
    none: 'Aucun jour férié.',
    add: (count) => plural.fr(count, 'Ajouter # jour férié', 'Ajouter # jours fériés'),
    nothingNew: 'Rien à ajouter',
    credit: 'Données : date-holidays, CC BY 3.0. Vérifiez-les avant de vous y fier.',
  },
});

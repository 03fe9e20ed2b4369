import { areaTexts } from '../../i18n/area-texts.ts';

/** Columns that the board draws itself, before the menus of the lists are loaded. */
export const COLUMN_TEXTS = {
  en: {
    resize: (name: string) => `Width of ${name}`,
    no: 'No.',
    load: 'Load',
    department: 'Department',
    type: 'Type',
    timeZone: 'Time zone',
    name: 'Name',
  },
  nl: {
    resize: (name: string) => `Breedte van ${name}`,
    no: 'Nr.',
    load: 'Bezetting',
    department: 'Afdeling',
    type: 'Type',
    timeZone: 'Tijdzone',
    name: 'Naam',
  },
  de: {
    resize: (name: string) => `Breite von ${name}`,
    no: 'Nr.',
    load: 'Auslastung',
    department: 'Abteilung',
    type: 'Art',
    timeZone: 'Zeitzone',
    name: 'Name',
  },
  fr: {
    resize: (name: string) => `Largeur de ${name}`,
    no: 'N°',
    load: 'Charge',
    department: 'Service',
    type: 'Type',
    timeZone: 'Fuseau horaire',
    name: 'Nom',
  },
};

export const useColumnTexts = areaTexts(COLUMN_TEXTS);

import { areaTexts } from '../i18n/area-texts.ts';
import { operationNames } from './operations/section-names.ts';

const en = {
  sectionList: 'Sections',
  groups: {
    people: 'People and access',
    planning: 'Planning data',
    integration: 'Integration',
    work: 'Work and history',
  },
  sections: {
    modules: 'Modules',
    ...operationNames.en,
  },
};

export type SectionName = keyof (typeof en)['sections'];

/** The frame of the administration: what its groups and sections are called. */
export const useAdministrationTexts = areaTexts({
  en,
  nl: {
    sectionList: 'Onderdelen',
    groups: {
      people: 'Personen en toegang',
      planning: 'Planningsgegevens',
      integration: 'Integratie',
      work: 'Werk en geschiedenis',
    },
    sections: {
      modules: 'Modules',
      ...operationNames.nl,
    },
  },
  de: {
    sectionList: 'Bereiche',
    groups: {
      people: 'Personen und Zugang',
      planning: 'Planungsdaten',
      integration: 'Integration',
      work: 'Aufträge und Verlauf',
    },
    sections: {
      modules: 'Module',
      ...operationNames.de,
    },
  },
  fr: {
    sectionList: 'Rubriques',
    groups: {
      people: 'Personnes et accès',
      planning: 'Données de planification',
      integration: 'Intégration',
      work: 'Travaux et historique',
    },
    sections: {
      modules: 'Modules',
      ...operationNames.fr,
    },
  },
});

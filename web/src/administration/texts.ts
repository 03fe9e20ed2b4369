import { areaTexts } from '../i18n/area-texts.ts';
import { integrationNames } from './integration-names.ts';

const en = {
  sectionList: 'Sections',
  groups: {
    people: 'People and access',
    planning: 'Planning data',
    integration: 'Integration',
    work: 'Jobs and history',
  },
  sections: {
    users: 'Users',
    roles: 'Roles',
    keys: 'API keys',
    singleSignOn: 'Single sign-on',
    modules: 'Modules',
    calendars: 'Calendars',
    categories: 'Categories',
    timeMarkers: 'Time markers',
    filters: 'Filters',
    resourceTypes: 'Resource types',
    pins: 'Pins',
    captions: 'Captions',
    actions: 'Actions',
    accessLog: 'Sign-ins and access',
    ...integrationNames.en,
  },
};

export type SectionName = keyof (typeof en)['sections'];

/** Names of the groups and sections of the administration. */
export const useAdministrationTexts = areaTexts({
  en,
  nl: {
    sectionList: 'Onderdelen',
    groups: {
      people: 'Personen en toegang',
      planning: 'Planningsgegevens',
      integration: 'Integratie',
      work: 'Taken en geschiedenis',
    },
    sections: {
      users: 'Gebruikers',
      roles: 'Rollen',
      keys: 'API-sleutels',
      singleSignOn: 'Single sign-on',
      modules: 'Modules',
      calendars: 'Kalenders',
      categories: 'Categorieën',
      timeMarkers: 'Tijdmarkeringen',
      filters: 'Filters',
      resourceTypes: 'Resourcetypes',
      pins: 'Spelden',
      captions: 'Veldnamen',
      actions: 'Acties',
      accessLog: 'Aanmeldingen en toegang',
      ...integrationNames.nl,
    },
  },
  de: {
    sectionList: 'Bereiche',
    groups: {
      people: 'Personen und Zugang',
      planning: 'Planungsdaten',
      integration: 'Integration',
      work: 'Jobs und Verlauf',
    },
    sections: {
      users: 'Benutzer',
      roles: 'Rollen',
      keys: 'API-Schlüssel',
      singleSignOn: 'Single Sign-on',
      modules: 'Module',
      calendars: 'Kalender',
      categories: 'Kategorien',
      timeMarkers: 'Zeitmarken',
      filters: 'Filter',
      resourceTypes: 'Ressourcentypen',
      pins: 'Nadeln',
      captions: 'Bezeichnungen',
      actions: 'Aktionen',
      accessLog: 'Anmeldungen und Zugang',
      ...integrationNames.de,
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
      users: 'Utilisateurs',
      roles: 'Rôles',
      keys: 'Clés API',
      singleSignOn: 'Authentification unique',
      modules: 'Modules',
      calendars: 'Calendriers',
      categories: 'Catégories',
      timeMarkers: 'Marqueurs de temps',
      filters: 'Filtres',
      resourceTypes: 'Types de ressources',
      pins: 'Épingles',
      captions: 'Libellés',
      actions: 'Actions',
      accessLog: 'Connexions et accès',
      ...integrationNames.fr,
    },
  },
});

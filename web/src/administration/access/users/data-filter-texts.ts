import { areaTexts } from '../../../i18n/area-texts.ts';

const en = {
  title: 'Data filters',
  titleOf: (name: string) => `Data filters of ${name}`,
  hint: 'What is empty does not limit. A record without a value of a group, a category, a time marker or a team stays visible. Each change applies at once.',
  noGroups: 'No filter group limits data. Mark a group as a data filter to choose its values here.',
  unlimited: 'All',
  categories: 'Categories',
  timeMarkers: 'Time markers',
  teams: 'Teams',
  sees: 'What the user sees',
  seen: (visible: number, total: number, what: string) => `Sees ${visible} of ${total} ${what}`,
  kinds: { tasks: 'tasks', resources: 'resources', appointments: 'appointments' },
};

export const useDataFilterTexts = areaTexts({
  en,
  nl: {
    title: 'Gegevensfilters',
    titleOf: (name) => `Gegevensfilters van ${name}`,
    hint: 'Wat leeg is, beperkt niet. Een record zonder waarde van een groep, categorie, tijdmarkering of team blijft zichtbaar. Elke wijziging geldt meteen.',
    noGroups: 'Geen filtergroep beperkt gegevens. Markeer een groep als gegevensfilter om hier waarden te kiezen.',
    unlimited: 'Alles',
    categories: 'Categorieën',
    timeMarkers: 'Tijdmarkeringen',
    teams: 'Teams',
    sees: 'Wat de gebruiker ziet',
    seen: (visible, total, what) => `Ziet ${visible} van ${total} ${what}`,
    kinds: { tasks: 'taken', resources: 'resources', appointments: 'afspraken' },
  },
  de: {
    title: 'Datenfilter',
    titleOf: (name) => `Datenfilter von ${name}`,
    hint: 'Was leer ist, schränkt nicht ein. Ein Datensatz ohne Wert einer Gruppe, Kategorie, Zeitmarke oder ohne Team bleibt sichtbar. Jede Änderung gilt sofort.',
    noGroups:
      'Keine Filtergruppe schränkt Daten ein. Kennzeichnen Sie eine Gruppe als Datenfilter, um hier Werte zu wählen.',
    unlimited: 'Alle',
    categories: 'Kategorien',
    timeMarkers: 'Zeitmarken',
    teams: 'Teams',
    sees: 'Was der Benutzer sieht',
    seen: (visible, total, what) => `Sieht ${visible} von ${total} ${what}`,
    kinds: { tasks: 'Aufgaben', resources: 'Ressourcen', appointments: 'Terminen' },
  },
  fr: {
    title: 'Filtres de données',
    titleOf: (name) => `Filtres de données de ${name}`,
    hint: 'Ce qui est vide ne limite pas. Un enregistrement sans valeur d’un groupe, sans catégorie, marqueur ou équipe reste visible. Chaque changement s’applique aussitôt.',
    noGroups:
      'Aucun groupe de filtres ne limite les données. Marquez un groupe comme filtre de données pour choisir ses valeurs ici.',
    unlimited: 'Tout',
    categories: 'Catégories',
    timeMarkers: 'Marqueurs de temps',
    teams: 'Équipes',
    sees: 'Ce que voit l’utilisateur',
    seen: (visible, total, what) => `Voit ${visible} sur ${total} ${what}`,
    kinds: { tasks: 'tâches', resources: 'ressources', appointments: 'rendez-vous' },
  },
});

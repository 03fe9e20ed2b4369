import { areaTexts } from '../../../i18n/area-texts.ts';
import { plural } from '../../../i18n/plural.ts';

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
  seen: (visible: number, all: string) => `Sees ${visible} of ${all}`,
  kinds: {
    tasks: (count: number) => plural.en(count, '# task', '# tasks'),
    resources: (count: number) => plural.en(count, '# resource', '# resources'),
    appointments: (count: number) => plural.en(count, '# appointment', '# appointments'),
  },
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
    seen: (visible, all) => `Ziet ${visible} van ${all}`,
    kinds: {
      tasks: (count) => plural.nl(count, '# taak', '# taken'),
      resources: (count) => plural.nl(count, '# resource', '# resources'),
      appointments: (count) => plural.nl(count, '# afspraak', '# afspraken'),
    },
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
    seen: (visible, all) => `Sieht ${visible} von ${all}`,
    kinds: {
      tasks: (count) => plural.de(count, '# Aufgabe', '# Aufgaben'),
      resources: (count) => plural.de(count, '# Ressource', '# Ressourcen'),
      appointments: (count) => plural.de(count, '# Termin', '# Terminen'),
    },
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
    seen: (visible, all) => `Voit ${visible} sur ${all}`,
    kinds: {
      tasks: (count) => plural.fr(count, '# tâche', '# tâches'),
      resources: (count) => plural.fr(count, '# ressource', '# ressources'),
      appointments: (count) => plural.fr(count, '# rendez-vous', '# rendez-vous'),
    },
  },
});

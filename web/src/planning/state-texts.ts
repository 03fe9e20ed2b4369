import { areaTexts } from '../i18n/area-texts.ts';

/** What to do where there is nothing yet. */
export const usePlanningStateTexts = areaTexts({
  en: {
    readOnlyBoard: 'Planning board, read-only. Arrow keys go from bar to bar, Enter shows its details.',
    noResources: 'No resources yet.',
    resourcesHint:
      'Resources come from your back office: POST /import or POST /resource. The welcome page shows how, or loads a demo.',
    welcome: 'Open the welcome page',
    tasksHint: 'Tasks come from your back office. A task that is fully planned is no longer listed here.',
    plannedHint: 'Drag an open task onto the board to plan it, or choose another period.',
  },
  nl: {
    readOnlyBoard: 'Planbord, alleen lezen. Met de pijltoetsen gaat u van balk naar balk, Enter toont de details.',
    noResources: 'Nog geen resources.',
    resourcesHint:
      'Resources komen uit uw backoffice: POST /import of POST /resource. De welkomstpagina laat zien hoe, of laadt een demo.',
    welcome: 'Welkomstpagina openen',
    tasksHint: 'Taken komen uit uw backoffice. Een taak die volledig is gepland, staat hier niet meer.',
    plannedHint: 'Sleep een open taak naar het planbord om haar te plannen, of kies een andere periode.',
  },
  de: {
    readOnlyBoard:
      'Plantafel, schreibgeschützt. Die Pfeiltasten gehen von Balken zu Balken, Eingabe zeigt die Details.',
    noResources: 'Noch keine Ressourcen.',
    resourcesHint:
      'Ressourcen kommen aus Ihrem Backoffice: POST /import oder POST /resource. Die Willkommensseite zeigt, wie, oder lädt eine Demo.',
    welcome: 'Willkommensseite öffnen',
    tasksHint: 'Aufgaben kommen aus Ihrem Backoffice. Eine vollständig geplante Aufgabe steht nicht mehr hier.',
    plannedHint:
      'Ziehen Sie eine offene Aufgabe auf die Plantafel, um sie zu planen, oder wählen Sie einen anderen Zeitraum.',
  },
  fr: {
    readOnlyBoard: 'Planning en lecture seule. Les flèches passent d’une barre à l’autre, Entrée affiche les détails.',
    noResources: 'Pas encore de ressources.',
    resourcesHint:
      'Les ressources viennent de votre back-office : POST /import ou POST /resource. La page d’accueil montre comment, ou charge une démo.',
    welcome: 'Ouvrir la page d’accueil',
    tasksHint: 'Les tâches viennent de votre back-office. Une tâche entièrement planifiée n’est plus listée ici.',
    plannedHint: 'Faites glisser une tâche ouverte sur le planning pour la planifier, ou choisissez une autre période.',
  },
});

import { areaTexts } from '../i18n/area-texts.ts';

export const usePlanningFailureTexts = areaTexts({
  en: {
    couldNot: {
      moved: 'Could not move the appointment',
      changed: 'Could not change the appointment',
      copied: 'Could not copy the appointment',
      planned: 'Could not plan the task',
      deleted: 'Could not delete the appointment',
      undone: 'Could not undo',
      redone: 'Could not redo',
    },
    retrying: (what: string) => `${what}: no connection. Trying again …`,
  },
  nl: {
    couldNot: {
      moved: 'De afspraak kon niet worden verplaatst',
      changed: 'De afspraak kon niet worden gewijzigd',
      copied: 'De afspraak kon niet worden gekopieerd',
      planned: 'De taak kon niet worden gepland',
      deleted: 'De afspraak kon niet worden verwijderd',
      undone: 'Ongedaan maken is mislukt',
      redone: 'Opnieuw uitvoeren is mislukt',
    },
    retrying: (what: string) => `${what}: geen verbinding. Er wordt opnieuw geprobeerd …`,
  },
  de: {
    couldNot: {
      moved: 'Der Termin konnte nicht verschoben werden',
      changed: 'Der Termin konnte nicht geändert werden',
      copied: 'Der Termin konnte nicht kopiert werden',
      planned: 'Die Aufgabe konnte nicht geplant werden',
      deleted: 'Der Termin konnte nicht gelöscht werden',
      undone: 'Rückgängig machen ist fehlgeschlagen',
      redone: 'Wiederholen ist fehlgeschlagen',
    },
    retrying: (what: string) => `${what}: keine Verbindung. Neuer Versuch …`,
  },
  fr: {
    couldNot: {
      moved: 'Le rendez-vous n’a pas pu être déplacé',
      changed: 'Le rendez-vous n’a pas pu être modifié',
      copied: 'Le rendez-vous n’a pas pu être copié',
      planned: 'La tâche n’a pas pu être planifiée',
      deleted: 'Le rendez-vous n’a pas pu être supprimé',
      undone: 'L’annulation a échoué',
      redone: 'Le rétablissement a échoué',
    },
    retrying: (what: string) => `${what} : pas de connexion. Nouvelle tentative…`,
  },
});

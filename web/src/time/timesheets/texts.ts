import { areaTexts } from '../../i18n/area-texts.ts';
import type { ActionDetails } from '../../offline/action.ts';

type ActionNames = Readonly<Record<ActionDetails['kind'], string>>;
interface TimesheetTexts {
  readonly mine: string;
  readonly team: string;
  readonly chooseResource: string;
  readonly noResource: string;
  readonly weekTotal: string;
  readonly ofExpected: (hours: string) => string;
  readonly needsAttention: string;
  readonly nothingToMend: string;
  readonly clock: string;
  readonly nothingRuns: string;
  readonly startHint: string;
  readonly since: (clock: string) => string;
  readonly jobAndTask: string;
  readonly searchTask: string;
  readonly noTask: string;
  readonly plannedToday: string;
  readonly ofThisWeek: string;
  readonly found: string;
  readonly entries: string;
  readonly noEntries: string;
  readonly addEntry: string;
  readonly editEntry: string;
  readonly date: string;
  readonly duration: string;
  readonly durationHint: string;
  readonly wrongDuration: string;
  readonly description: string;
  readonly saveDraft: string;
  readonly saveAndSubmit: string;
  readonly removeAsk: string;
  readonly removeBody: string;
  readonly sessions: string;
  readonly noSessions: string;
  readonly claim: (hours: string, entries: number) => string;
  readonly tick: (what: string) => string;
  readonly inEntry: string;
  readonly runs: string;
  readonly overlaps: string;
  readonly notClaimed: string;
  readonly offline: string;
  readonly offlineSeen: (moment: string) => string;
  readonly waiting: string;
  readonly refused: string;
  readonly refusedHint: string;
  readonly tryAgain: string;
  readonly correct: string;
  readonly drop: string;
  readonly behind: string;
  readonly doubtful: string;
  readonly actionNames: ActionNames;
}

export const useTimesheetTexts = areaTexts<TimesheetTexts>({
  en: {
    mine: 'My time',
    team: 'Team',
    chooseResource: 'Choose a resource to see its time.',
    noResource: 'Your account is not linked to a resource. Ask an administrator to link it.',
    weekTotal: 'Week total',
    ofExpected: (hours) => `of ${hours}`,
    needsAttention: 'Needs attention',
    nothingToMend: 'none',
    clock: 'Timer',
    nothingRuns: 'The timer is not running.',
    startHint: 'Choose a job, then start.',
    since: (clock) => `since ${clock}`,
    jobAndTask: 'Job and task',
    searchTask: 'Number, description or customer',
    noTask: 'No matching tasks',
    plannedToday: 'Planned today',
    ofThisWeek: 'This week',
    found: 'Found',
    entries: 'Entries',
    noEntries: 'No entries yet. Claim sessions, or add an entry.',
    addEntry: 'Add entry',
    editEntry: 'Edit entry',
    date: 'Date',
    duration: 'Duration',
    durationHint: 'Hours and minutes, for example 3:35',
    wrongDuration: 'Enter a duration such as 3:35 or 3.5, up to 24 hours.',
    description: 'Description',
    saveDraft: 'Save draft',
    saveAndSubmit: 'Save and submit',
    removeAsk: 'Delete this entry?',
    removeBody: 'Its sessions can be claimed again.',
    sessions: 'Sessions',
    noSessions: 'No sessions on this day.',
    claim: (hours, entries) => `Claim ${hours} into ${entries === 1 ? 'one entry' : `${entries} entries`}`,
    tick: (what) => `Claim ${what}`,
    inEntry: 'in an entry',
    runs: 'running',
    overlaps: 'overlaps another session',
    notClaimed: 'not claimable',
    offline: 'Offline. Your actions are stored on this device and sent when you are back online.',
    offlineSeen: (moment) => `Shown as of ${moment}.`,
    waiting: 'On device',
    refused: 'Refused',
    refusedHint: 'The service refused these actions. Correct, retry or discard them.',
    tryAgain: 'Retry',
    correct: 'Correct',
    drop: 'Discard',
    behind: 'Waiting for the refused action before it.',
    doubtful: 'Sent long ago without a response. Check whether the entry exists before you send it again.',
    actionNames: {
      start: 'Start',
      stop: 'Stop',
      claim: 'Claim',
      add: 'New entry',
      edit: 'Change of an entry',
      move: 'Change of status',
      remove: 'Deletion of an entry',
    },
  },
  nl: {
    mine: 'Mijn tijd',
    team: 'Team',
    chooseResource: 'Kies een resource om haar tijd te zien.',
    noResource: 'Uw account is niet aan een resource gekoppeld. Vraag een beheerder om dat te doen.',
    weekTotal: 'Weektotaal',
    ofExpected: (hours) => `van ${hours}`,
    needsAttention: 'Vraagt aandacht',
    nothingToMend: 'geen',
    clock: 'Timer',
    nothingRuns: 'De timer loopt niet.',
    startHint: 'Kies een opdracht en start.',
    since: (clock) => `sinds ${clock}`,
    jobAndTask: 'Opdracht en taak',
    searchTask: 'Nummer, omschrijving of klant',
    noTask: 'Geen overeenkomende taken',
    plannedToday: 'Vandaag gepland',
    ofThisWeek: 'Deze week',
    found: 'Gevonden',
    entries: 'Registraties',
    noEntries: 'Nog geen boekingen. Claim sessies, of voeg een boeking toe.',
    addEntry: 'Registratie toevoegen',
    editEntry: 'Registratie wijzigen',
    date: 'Datum',
    duration: 'Duur',
    durationHint: 'Uren en minuten, bijvoorbeeld 3:35',
    wrongDuration: 'Vul een duur in zoals 3:35 of 3,5, hoogstens 24 uur.',
    description: 'Omschrijving',
    saveDraft: 'Als concept bewaren',
    saveAndSubmit: 'Bewaren en indienen',
    removeAsk: 'Deze registratie verwijderen?',
    removeBody: 'De sessies ervan komen weer vrij.',
    sessions: 'Sessies',
    noSessions: 'Geen sessies op deze dag.',
    claim: (hours, entries) => `${hours} overnemen in ${entries === 1 ? 'één registratie' : `${entries} registraties`}`,
    tick: (what) => `${what} overnemen`,
    inEntry: 'in een registratie',
    runs: 'loopt',
    overlaps: 'overlapt een andere sessie',
    notClaimed: 'niet te claimen',
    offline: 'Offline. Uw acties worden op dit toestel bewaard en verstuurd zodra u weer online bent.',
    offlineSeen: (moment) => `Toestand van ${moment}.`,
    waiting: 'Op toestel',
    refused: 'Geweigerd',
    refusedHint: 'De dienst heeft deze acties geweigerd. Verbeter ze, probeer ze opnieuw of verwerp ze.',
    tryAgain: 'Opnieuw proberen',
    correct: 'Verbeteren',
    drop: 'Verwerpen',
    behind: 'Wacht op de geweigerde actie ervoor.',
    doubtful: 'Lang geleden verstuurd zonder antwoord. Controleer of de boeking bestaat voordat u opnieuw verstuurt.',
    actionNames: {
      start: 'Start',
      stop: 'Stop',
      claim: 'Overname',
      add: 'Nieuwe registratie',
      edit: 'Wijziging van een registratie',
      move: 'Wijziging van status',
      remove: 'Verwijdering van een registratie',
    },
  },
  de: {
    mine: 'Meine Zeit',
    team: 'Team',
    chooseResource: 'Wählen Sie eine Ressource, um ihre Zeit zu sehen.',
    noResource: 'Ihr Konto ist mit keiner Ressource verknüpft. Bitten Sie einen Administrator darum.',
    weekTotal: 'Wochensumme',
    ofExpected: (hours) => `von ${hours}`,
    needsAttention: 'Zu klären',
    nothingToMend: 'keine',
    clock: 'Timer',
    nothingRuns: 'Der Timer läuft nicht.',
    startHint: 'Auftrag wählen, dann starten.',
    since: (clock) => `seit ${clock}`,
    jobAndTask: 'Auftrag und Aufgabe',
    searchTask: 'Nummer, Beschreibung oder Kunde',
    noTask: 'Keine passenden Aufgaben',
    plannedToday: 'Heute geplant',
    ofThisWeek: 'Diese Woche',
    found: 'Gefunden',
    entries: 'Einträge',
    noEntries: 'Noch keine Einträge. Übernehmen Sie Sitzungen, oder fügen Sie einen Eintrag hinzu.',
    addEntry: 'Eintrag hinzufügen',
    editEntry: 'Eintrag bearbeiten',
    date: 'Datum',
    duration: 'Dauer',
    durationHint: 'Stunden und Minuten, zum Beispiel 3:35',
    wrongDuration: 'Geben Sie eine Dauer wie 3:35 oder 3,5 ein, höchstens 24 Stunden.',
    description: 'Beschreibung',
    saveDraft: 'Als Entwurf speichern',
    saveAndSubmit: 'Speichern und einreichen',
    removeAsk: 'Diesen Eintrag löschen?',
    removeBody: 'Seine Sitzungen können wieder übernommen werden.',
    sessions: 'Sitzungen',
    noSessions: 'Keine Sitzungen an diesem Tag.',
    claim: (hours, entries) => `${hours} in ${entries === 1 ? 'einen Eintrag' : `${entries} Einträge`} übernehmen`,
    tick: (what) => `${what} übernehmen`,
    inEntry: 'in einem Eintrag',
    runs: 'läuft',
    overlaps: 'überschneidet eine andere Sitzung',
    notClaimed: 'nicht übernehmbar',
    offline: 'Offline. Ihre Aktionen werden auf diesem Gerät gespeichert und gesendet, sobald Sie wieder online sind.',
    offlineSeen: (moment) => `Stand von ${moment}.`,
    waiting: 'Auf dem Gerät',
    refused: 'Abgelehnt',
    refusedHint: 'Der Dienst hat diese Aktionen abgelehnt. Korrigieren, wiederholen oder verwerfen Sie sie.',
    tryAgain: 'Wiederholen',
    correct: 'Verbessern',
    drop: 'Verwerfen',
    behind: 'Wartet auf die abgelehnte Aktion davor.',
    doubtful: 'Vor langer Zeit ohne Antwort gesendet. Prüfen Sie, ob der Eintrag existiert, bevor Sie erneut senden.',
    actionNames: {
      start: 'Start',
      stop: 'Stopp',
      claim: 'Übernahme',
      add: 'Neuer Eintrag',
      edit: 'Änderung eines Eintrags',
      move: 'Änderung des Status',
      remove: 'Löschung eines Eintrags',
    },
  },
  fr: {
    mine: 'Mes heures',
    team: 'Équipe',
    chooseResource: 'Choisissez une ressource pour voir ses heures.',
    noResource: 'Votre compte n’est lié à aucune ressource. Demandez à un administrateur de le lier.',
    weekTotal: 'Total de la semaine',
    ofExpected: (hours) => `sur ${hours}`,
    needsAttention: 'À traiter',
    nothingToMend: 'aucun',
    clock: 'Minuteur',
    nothingRuns: 'Le minuteur est arrêté.',
    startHint: 'Choisissez un travail, puis démarrez.',
    since: (clock) => `depuis ${clock}`,
    jobAndTask: 'Travail et tâche',
    searchTask: 'Numéro, description ou client',
    noTask: 'Aucune tâche correspondante',
    plannedToday: "Prévu aujourd'hui",
    ofThisWeek: 'Cette semaine',
    found: 'Trouvé',
    entries: 'Saisies',
    noEntries: 'Aucune saisie. Reprenez des sessions, ou ajoutez une saisie.',
    addEntry: 'Ajouter une saisie',
    editEntry: 'Modifier la saisie',
    date: 'Date',
    duration: 'Durée',
    durationHint: 'Heures et minutes, par exemple 3:35',
    wrongDuration: 'Saisissez une durée comme 3:35 ou 3,5, jusqu’à 24 heures.',
    description: 'Description',
    saveDraft: 'Garder en brouillon',
    saveAndSubmit: 'Enregistrer et soumettre',
    removeAsk: 'Supprimer cette saisie ?',
    removeBody: 'Ses sessions pourront être reprises.',
    sessions: 'Sessions',
    noSessions: 'Aucune session ce jour-là.',
    claim: (hours, entries) => `Reprendre ${hours} en ${entries === 1 ? 'une saisie' : `${entries} saisies`}`,
    tick: (what) => `Reprendre ${what}`,
    inEntry: 'dans une saisie',
    runs: 'en cours',
    overlaps: 'chevauche une autre session',
    notClaimed: 'non reprise',
    offline: 'Hors ligne. Vos actions sont conservées sur cet appareil et envoyées au retour de la connexion.',
    offlineSeen: (moment) => `État du ${moment}.`,
    waiting: "Sur l'appareil",
    refused: 'Refusé',
    refusedHint: 'Le service a refusé ces actions. Corrigez-les, réessayez ou abandonnez-les.',
    tryAgain: 'Réessayer',
    correct: 'Corriger',
    drop: 'Abandonner',
    behind: 'En attente de l’action refusée qui précède.',
    doubtful: 'Envoyé il y a longtemps sans réponse. Vérifiez si la saisie existe avant de renvoyer.',
    actionNames: {
      start: 'Démarrage',
      stop: 'Arrêt',
      claim: 'Reprise',
      add: 'Nouvelle saisie',
      edit: "Modification d'une saisie",
      move: 'Changement de statut',
      remove: "Suppression d'une saisie",
    },
  },
});

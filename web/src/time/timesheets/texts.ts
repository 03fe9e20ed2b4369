import { areaTexts } from '../../i18n/area-texts.ts';
import type { ActionDetails } from '../../offline/action.ts';

type Deeds = Readonly<Record<ActionDetails['kind'], string>>;
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
  readonly deeds: Deeds;
}

export const useTimesheetTexts = areaTexts<TimesheetTexts>({
  en: {
    mine: 'My time',
    team: 'Team',
    chooseResource: 'Choose a resource to see its time.',
    noResource: 'Your account is not linked to a resource. Ask an administrator to link it, then your clock is here.',
    weekTotal: 'Week total',
    ofExpected: (hours) => `of ${hours}`,
    needsAttention: 'Needs attention',
    nothingToMend: 'nothing',
    clock: 'Clock',
    nothingRuns: 'The clock is not running.',
    startHint: 'Choose a job, then start.',
    since: (clock) => `since ${clock}`,
    jobAndTask: 'Job and task',
    searchTask: 'Number, description or customer',
    noTask: 'No task is called so.',
    plannedToday: 'Planned today',
    ofThisWeek: 'This week',
    found: 'Found',
    entries: 'Entries',
    noEntries: 'No entries yet. Claim sessions of the day, or add an entry by hand.',
    addEntry: 'Add entry',
    editEntry: 'Edit entry',
    date: 'Date',
    duration: 'Duration',
    durationHint: 'Hours and minutes, for example 3:35',
    wrongDuration: 'Write it as 3:35 or 3.5, up to 24 hours.',
    description: 'Description',
    saveDraft: 'Save draft',
    saveAndSubmit: 'Save and submit',
    removeAsk: 'Delete this entry?',
    removeBody: 'Its sessions can be claimed again.',
    sessions: 'Sessions of the day',
    noSessions: 'No sessions on this day. Start the clock and they appear here.',
    claim: (hours, entries) => `Claim ${hours} into ${entries === 1 ? 'one entry' : `${entries} entries`}`,
    tick: (what) => `Claim ${what}`,
    inEntry: 'in an entry',
    runs: 'running',
    overlaps: 'overlaps another session',
    notClaimed: 'is not claimed',
    offline: 'No connection. What you do is kept on this device and sent when the line is back.',
    offlineSeen: (moment) => `Shown as of ${moment}.`,
    waiting: 'On device',
    refused: 'Refused',
    refusedHint: 'The service did not take these. Correct them, try again, or drop them.',
    tryAgain: 'Try again',
    correct: 'Correct',
    drop: 'Drop',
    behind: 'Waits for the refused action before it.',
    doubtful: 'It was sent long ago and no answer came. Look whether the entry is there before you send it again.',
    deeds: {
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
    noResource:
      'Je account is niet aan een resource gekoppeld. Vraag een beheerder om dat te doen, dan staat je klok hier.',
    weekTotal: 'Weektotaal',
    ofExpected: (hours) => `van ${hours}`,
    needsAttention: 'Vraagt aandacht',
    nothingToMend: 'niets',
    clock: 'Klok',
    nothingRuns: 'De klok loopt niet.',
    startHint: 'Kies een opdracht en start.',
    since: (clock) => `sinds ${clock}`,
    jobAndTask: 'Opdracht en taak',
    searchTask: 'Nummer, omschrijving of klant',
    noTask: 'Geen taak heet zo.',
    plannedToday: 'Vandaag gepland',
    ofThisWeek: 'Deze week',
    found: 'Gevonden',
    entries: 'Registraties',
    noEntries: 'Nog geen registraties. Neem sessies van de dag over of voeg er zelf een toe.',
    addEntry: 'Registratie toevoegen',
    editEntry: 'Registratie wijzigen',
    date: 'Datum',
    duration: 'Duur',
    durationHint: 'Uren en minuten, bijvoorbeeld 3:35',
    wrongDuration: 'Schrijf het als 3:35 of 3,5, hoogstens 24 uur.',
    description: 'Omschrijving',
    saveDraft: 'Als concept bewaren',
    saveAndSubmit: 'Bewaren en indienen',
    removeAsk: 'Deze registratie verwijderen?',
    removeBody: 'De sessies ervan komen weer vrij.',
    sessions: 'Sessies van de dag',
    noSessions: 'Geen sessies op deze dag. Start de klok en ze verschijnen hier.',
    claim: (hours, entries) => `${hours} overnemen in ${entries === 1 ? 'één registratie' : `${entries} registraties`}`,
    tick: (what) => `${what} overnemen`,
    inEntry: 'in een registratie',
    runs: 'loopt',
    overlaps: 'overlapt een andere sessie',
    notClaimed: 'wordt niet overgenomen',
    offline: 'Geen verbinding. Wat je doet, wordt op dit toestel bewaard en verzonden zodra de lijn er weer is.',
    offlineSeen: (moment) => `Toestand van ${moment}.`,
    waiting: 'Op toestel',
    refused: 'Geweigerd',
    refusedHint: 'De dienst heeft dit niet aangenomen. Verbeter het, probeer opnieuw of laat het vallen.',
    tryAgain: 'Opnieuw proberen',
    correct: 'Verbeteren',
    drop: 'Laten vallen',
    behind: 'Wacht op de geweigerde handeling ervoor.',
    doubtful:
      'Dit is lang geleden verzonden zonder antwoord. Kijk of de registratie er al staat voor je ze opnieuw verzendt.',
    deeds: {
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
    noResource:
      'Ihr Konto ist mit keiner Ressource verbunden. Bitten Sie die Verwaltung darum, dann steht Ihre Uhr hier.',
    weekTotal: 'Wochensumme',
    ofExpected: (hours) => `von ${hours}`,
    needsAttention: 'Zu klären',
    nothingToMend: 'nichts',
    clock: 'Uhr',
    nothingRuns: 'Die Uhr läuft nicht.',
    startHint: 'Auftrag wählen, dann starten.',
    since: (clock) => `seit ${clock}`,
    jobAndTask: 'Auftrag und Aufgabe',
    searchTask: 'Nummer, Beschreibung oder Kunde',
    noTask: 'Keine Aufgabe heißt so.',
    plannedToday: 'Heute geplant',
    ofThisWeek: 'Diese Woche',
    found: 'Gefunden',
    entries: 'Einträge',
    noEntries: 'Noch keine Einträge. Übernehmen Sie Sitzungen des Tages oder tragen Sie von Hand ein.',
    addEntry: 'Eintrag hinzufügen',
    editEntry: 'Eintrag bearbeiten',
    date: 'Datum',
    duration: 'Dauer',
    durationHint: 'Stunden und Minuten, zum Beispiel 3:35',
    wrongDuration: 'Schreiben Sie 3:35 oder 3,5, höchstens 24 Stunden.',
    description: 'Beschreibung',
    saveDraft: 'Als Entwurf speichern',
    saveAndSubmit: 'Speichern und einreichen',
    removeAsk: 'Diesen Eintrag löschen?',
    removeBody: 'Seine Sitzungen können wieder übernommen werden.',
    sessions: 'Sitzungen des Tages',
    noSessions: 'Keine Sitzungen an diesem Tag. Starten Sie die Uhr, dann erscheinen sie hier.',
    claim: (hours, entries) => `${hours} in ${entries === 1 ? 'einen Eintrag' : `${entries} Einträge`} übernehmen`,
    tick: (what) => `${what} übernehmen`,
    inEntry: 'in einem Eintrag',
    runs: 'läuft',
    overlaps: 'überschneidet eine andere Sitzung',
    notClaimed: 'wird nicht übernommen',
    offline:
      'Keine Verbindung. Was Sie tun, bleibt auf diesem Gerät und wird gesendet, sobald die Leitung wieder da ist.',
    offlineSeen: (moment) => `Stand von ${moment}.`,
    waiting: 'Auf dem Gerät',
    refused: 'Abgelehnt',
    refusedHint:
      'Der Dienst hat dies nicht angenommen. Verbessern Sie es, versuchen Sie es erneut oder verwerfen Sie es.',
    tryAgain: 'Erneut versuchen',
    correct: 'Verbessern',
    drop: 'Verwerfen',
    behind: 'Wartet auf die abgelehnte Aktion davor.',
    doubtful:
      'Vor langer Zeit gesendet, ohne Antwort. Sehen Sie nach, ob der Eintrag schon da ist, bevor Sie ihn erneut senden.',
    deeds: {
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
    noResource:
      "Votre compte n'est lié à aucune ressource. Demandez à un administrateur de le lier et votre chronomètre sera ici.",
    weekTotal: 'Total de la semaine',
    ofExpected: (hours) => `sur ${hours}`,
    needsAttention: 'À traiter',
    nothingToMend: 'rien',
    clock: 'Chronomètre',
    nothingRuns: 'Le chronomètre est arrêté.',
    startHint: 'Choisissez un travail, puis démarrez.',
    since: (clock) => `depuis ${clock}`,
    jobAndTask: 'Travail et tâche',
    searchTask: 'Numéro, description ou client',
    noTask: 'Aucune tâche de ce nom.',
    plannedToday: "Prévu aujourd'hui",
    ofThisWeek: 'Cette semaine',
    found: 'Trouvé',
    entries: 'Saisies',
    noEntries: 'Pas encore de saisie. Reprenez des sessions du jour ou ajoutez une saisie à la main.',
    addEntry: 'Ajouter une saisie',
    editEntry: 'Modifier la saisie',
    date: 'Date',
    duration: 'Durée',
    durationHint: 'Heures et minutes, par exemple 3:35',
    wrongDuration: 'Écrivez 3:35 ou 3,5, au plus 24 heures.',
    description: 'Description',
    saveDraft: 'Garder en brouillon',
    saveAndSubmit: 'Enregistrer et soumettre',
    removeAsk: 'Supprimer cette saisie ?',
    removeBody: 'Ses sessions pourront être reprises.',
    sessions: 'Sessions du jour',
    noSessions: 'Aucune session ce jour. Lancez le chronomètre et elles apparaissent ici.',
    claim: (hours, entries) => `Reprendre ${hours} en ${entries === 1 ? 'une saisie' : `${entries} saisies`}`,
    tick: (what) => `Reprendre ${what}`,
    inEntry: 'dans une saisie',
    runs: 'en cours',
    overlaps: 'chevauche une autre session',
    notClaimed: "n'est pas repris",
    offline: 'Pas de connexion. Ce que vous faites est gardé sur cet appareil et envoyé dès que la ligne est rétablie.',
    offlineSeen: (moment) => `État du ${moment}.`,
    waiting: "Sur l'appareil",
    refused: 'Refusé',
    refusedHint: 'Le service ne les a pas acceptés. Corrigez, réessayez ou abandonnez.',
    tryAgain: 'Réessayer',
    correct: 'Corriger',
    drop: 'Abandonner',
    behind: "Attend l'action refusée qui précède.",
    doubtful: "Envoyé il y a longtemps, sans réponse. Vérifiez si la saisie existe avant de l'envoyer à nouveau.",
    deeds: {
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

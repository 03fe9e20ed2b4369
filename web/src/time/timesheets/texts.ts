import { areaTexts } from '../../i18n/area-texts.ts';
import { plural } from '../../i18n/plural.ts';
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
  readonly noAttentionNeeded: string;
  readonly missingHours: (hours: string) => string;
  readonly clock: string;
  readonly notRunning: string;
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
    noAttentionNeeded: 'none',
    missingHours: (hours: string) => `${hours} missing`,
    clock: 'Timer',
    notRunning: 'The timer is not running.',
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
    claim: (hours, entries) => `Claim ${hours} into ${plural.en(entries, '# entry', '# entries')}`,
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
      visit: 'Visit',
      fields: 'Checklist',
      attach: 'Photo or signature',
      remove: 'Deletion of an entry',
    },
  },
  nl: {
    mine: 'Mijn uren',
    team: 'Team',
    chooseResource: 'Kies een resource om de uren te zien.',
    noResource: 'Uw account is niet aan een resource gekoppeld. Vraag een beheerder om dat te doen.',
    weekTotal: 'Weektotaal',
    ofExpected: (hours) => `van ${hours}`,
    needsAttention: 'Vraagt aandacht',
    noAttentionNeeded: 'geen',
    missingHours: (hours: string) => `${hours} ontbreekt`,
    clock: 'Timer',
    notRunning: 'De timer loopt niet.',
    startHint: 'Kies een opdracht en start.',
    since: (clock) => `sinds ${clock}`,
    jobAndTask: 'Opdracht en taak',
    searchTask: 'Nummer, omschrijving of klant',
    noTask: 'Geen overeenkomende taken',
    plannedToday: 'Vandaag gepland',
    ofThisWeek: 'Deze week',
    found: 'Gevonden',
    entries: 'Registraties',
    noEntries: 'Nog geen registraties. Claim sessies, of voeg een registratie toe.',
    addEntry: 'Registratie toevoegen',
    editEntry: 'Registratie wijzigen',
    date: 'Datum',
    duration: 'Duur',
    durationHint: 'Uren en minuten, bijvoorbeeld 3:35',
    wrongDuration: 'Vul een duur in zoals 3:35 of 3,5, hoogstens 24 uur.',
    description: 'Omschrijving',
    saveDraft: 'Concept opslaan',
    saveAndSubmit: 'Opslaan en indienen',
    removeAsk: 'Deze registratie verwijderen?',
    removeBody: 'De sessies ervan kunnen opnieuw worden geclaimd.',
    sessions: 'Sessies',
    noSessions: 'Geen sessies op deze dag.',
    claim: (hours, entries) => `${hours} claimen in ${plural.nl(entries, '# registratie', '# registraties')}`,
    tick: (what) => `${what} claimen`,
    inEntry: 'in een registratie',
    runs: 'loopt',
    overlaps: 'overlapt een andere sessie',
    notClaimed: 'niet te claimen',
    offline: 'Offline. Uw acties worden op dit toestel bewaard en verstuurd zodra u weer online bent.',
    offlineSeen: (moment) => `Toestand van ${moment}.`,
    waiting: 'Op toestel',
    refused: 'Geweigerd',
    refusedHint: 'De dienst heeft deze acties geweigerd. Corrigeer ze, probeer ze opnieuw of verwerp ze.',
    tryAgain: 'Opnieuw proberen',
    correct: 'Corrigeren',
    drop: 'Verwerpen',
    behind: 'Wacht op de geweigerde actie ervoor.',
    doubtful:
      'Lang geleden verstuurd zonder antwoord. Controleer of de registratie bestaat voordat u opnieuw verstuurt.',
    actionNames: {
      start: 'Start',
      stop: 'Stop',
      claim: 'Claim',
      add: 'Nieuwe registratie',
      edit: 'Wijziging van een registratie',
      move: 'Wijziging van status',
      visit: 'Bezoek',
      fields: 'Checklist',
      attach: 'Foto of handtekening',
      remove: 'Verwijdering van een registratie',
    },
  },
  de: {
    mine: 'Meine Stunden',
    team: 'Team',
    chooseResource: 'Wählen Sie eine Ressource, um ihre Stunden zu sehen.',
    noResource: 'Ihr Konto ist mit keiner Ressource verknüpft. Bitten Sie einen Administrator darum.',
    weekTotal: 'Wochensumme',
    ofExpected: (hours) => `von ${hours}`,
    needsAttention: 'Zu klären',
    noAttentionNeeded: 'keine',
    missingHours: (hours: string) => `${hours} fehlen`,
    clock: 'Timer',
    notRunning: 'Der Timer läuft nicht.',
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
    saveDraft: 'Entwurf speichern',
    saveAndSubmit: 'Speichern und einreichen',
    removeAsk: 'Diesen Eintrag löschen?',
    removeBody: 'Seine Sitzungen können wieder übernommen werden.',
    sessions: 'Sitzungen',
    noSessions: 'Keine Sitzungen an diesem Tag.',
    claim: (hours, entries) => `${hours} in ${plural.de(entries, '# Eintrag', '# Einträge')} übernehmen`,
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
    correct: 'Korrigieren',
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
      visit: 'Besuch',
      fields: 'Checkliste',
      attach: 'Foto oder Unterschrift',
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
    noAttentionNeeded: 'aucun',
    missingHours: (hours: string) => `${hours} manquent`,
    clock: 'Minuteur',
    notRunning: 'Le minuteur est arrêté.',
    startHint: 'Choisissez une commande, puis démarrez.',
    since: (clock) => `depuis ${clock}`,
    jobAndTask: 'Commande et tâche',
    searchTask: 'Numéro, description ou client',
    noTask: 'Aucune tâche correspondante',
    plannedToday: 'Planifié aujourd’hui',
    ofThisWeek: 'Cette semaine',
    found: 'Trouvé',
    entries: 'Saisies',
    noEntries: 'Aucune saisie. Déclarez des sessions, ou ajoutez une saisie.',
    addEntry: 'Ajouter une saisie',
    editEntry: 'Modifier la saisie',
    date: 'Date',
    duration: 'Durée',
    durationHint: 'Heures et minutes, par exemple 3:35',
    wrongDuration: 'Saisissez une durée comme 3:35 ou 3,5, jusqu’à 24 heures.',
    description: 'Description',
    saveDraft: 'Enregistrer le brouillon',
    saveAndSubmit: 'Enregistrer et soumettre',
    removeAsk: 'Supprimer cette saisie ?',
    removeBody: 'Ses sessions pourront être déclarées de nouveau.',
    sessions: 'Sessions',
    noSessions: 'Aucune session ce jour-là.',
    claim: (hours, entries) => `Déclarer ${hours} en ${plural.fr(entries, '# saisie', '# saisies')}`,
    tick: (what) => `Déclarer ${what}`,
    inEntry: 'dans une saisie',
    runs: 'en cours',
    overlaps: 'chevauche une autre session',
    notClaimed: 'non déclarable',
    offline: 'Hors ligne. Vos actions sont conservées sur cet appareil et envoyées au retour de la connexion.',
    offlineSeen: (moment) => `État du ${moment}.`,
    waiting: 'Sur l’appareil',
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
      claim: 'Déclaration',
      add: 'Nouvelle saisie',
      edit: 'Modification d’une saisie',
      move: 'Changement de statut',
      visit: 'Visite',
      fields: 'Liste de contrôle',
      attach: 'Photo ou signature',
      remove: 'Suppression d’une saisie',
    },
  },
});

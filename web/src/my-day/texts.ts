import { areaTexts } from '../i18n/area-texts.ts';
import type { VisitState } from '../offline/action.ts';

interface MyDayTexts {
  readonly today: string;
  readonly tomorrow: string;
  readonly noVisits: string;
  readonly noResource: string;
  readonly offline: (asOf: string) => string;
  readonly waiting: (count: number) => string;
  readonly onDevice: string;
  readonly states: Readonly<Record<VisitState, string>>;
  readonly startTravel: string;
  readonly startWork: string;
  readonly done: string;
  readonly startAgain: string;
  readonly notPossible: string;
  readonly notPossibleHint: string;
  readonly reason: string;
  readonly reasonMissing: string;
  readonly report: string;
  readonly drive: (minutes: number, km: string) => string;
  readonly driveHome: (minutes: number, km: string) => string;
  readonly estimated: string;
  readonly navigate: string;
  readonly onWebMap: string;
  readonly call: string;
  readonly with: string;
  readonly details: string;
  readonly checklist: string;
  readonly saveChecklist: string;
  readonly photos: string;
  readonly takePhoto: string;
  readonly notAnImage: string;
  readonly signature: string;
  readonly sign: string;
  readonly signHere: string;
  readonly signHint: string;
  readonly nameOfSigner: string;
  readonly nameMissing: string;
  readonly clear: string;
  readonly save: string;
  readonly unsentFiles: (count: number) => string;
  readonly changes: string;
  readonly moved: (what: string, from: string, to: string) => string;
  readonly added: (what: string, at: string) => string;
  readonly removed: (what: string) => string;
  readonly understood: string;
  readonly refused: string;
  readonly behind: string;
  readonly timeOnly: string;
  readonly tryAgain: string;
  readonly discard: string;
  readonly fieldsOf: string;
  readonly photoOf: string;
  readonly signatureOf: string;
  readonly share: string;
  readonly shareHint: string;
  readonly shareDenied: string;
}

export const useMyDayTexts = areaTexts<MyDayTexts>({
  en: {
    today: 'Today',
    tomorrow: 'Tomorrow',
    noVisits: 'No visits.',
    noResource: 'Your account is not linked to a resource. Ask an administrator to link it.',
    offline: (asOf) => `Offline. The plan is from ${asOf}.`,
    waiting: (count) => `Waiting to be sent: ${count}`,
    onDevice: 'on device',
    states: {
      planned: 'Planned',
      travelling: 'On the way',
      working: 'At work',
      done: 'Done',
      notPossible: 'Cannot be done',
    },
    startTravel: 'Start travel',
    startWork: 'Start work',
    done: 'Done',
    startAgain: 'Start work again',
    notPossible: 'Cannot be done',
    notPossibleHint: 'You are taken off the visit, and the planners are notified.',
    reason: 'Reason',
    reasonMissing: 'Enter a reason.',
    report: 'Report',
    drive: (minutes, km) => `${minutes} min, ${km} km`,
    driveHome: (minutes, km) => `Home: ${minutes} min, ${km} km`,
    estimated: 'estimated',
    navigate: 'Navigate',
    onWebMap: 'Map on the web',
    call: 'Call',
    with: 'With',
    details: 'Details',
    checklist: 'Checklist',
    saveChecklist: 'Save checklist',
    photos: 'Photos and signatures',
    takePhoto: 'Add photo',
    notAnImage: 'This file is not an image that the browser can read.',
    signature: 'Signature',
    sign: 'Get signature',
    signHere: 'Sign here',
    signHint: 'Draw with a finger or the mouse, or only type the name.',
    nameOfSigner: 'Name',
    nameMissing: 'Enter the name of the person who signs.',
    clear: 'Clear',
    save: 'Save',
    unsentFiles: (count) => `Waiting to be sent: ${count}`,
    changes: 'The plan has changed',
    moved: (what, from, to) => `${what}: moved from ${from} to ${to}`,
    added: (what, at) => `${what}: new at ${at}`,
    removed: (what) => `${what}: no longer yours, or on another day`,
    understood: 'OK',
    refused: 'Not accepted',
    behind: 'Waiting for the refused action before it.',
    timeOnly: 'Keep the time only',
    tryAgain: 'Try again',
    discard: 'Discard',
    fieldsOf: 'Checklist',
    photoOf: 'Photo',
    signatureOf: 'Signature',
    share: 'Share my position',
    shareHint: 'Once a minute while your timer runs. Planners see it on the map; it is deleted after 24 hours.',
    shareDenied: 'The browser does not tell the position. Allow it in the settings of the browser.',
  },
  nl: {
    today: 'Vandaag',
    tomorrow: 'Morgen',
    noVisits: 'Geen bezoeken.',
    noResource: 'Uw account is niet aan een resource gekoppeld. Vraag een beheerder om dat te doen.',
    offline: (asOf) => `Offline. De planning is van ${asOf}.`,
    waiting: (count) => `Nog te verzenden: ${count}`,
    onDevice: 'op toestel',
    states: {
      planned: 'Gepland',
      travelling: 'Onderweg',
      working: 'Aan het werk',
      done: 'Klaar',
      notPossible: 'Niet mogelijk',
    },
    startTravel: 'Start reis',
    startWork: 'Start werk',
    done: 'Klaar',
    startAgain: 'Werk opnieuw starten',
    notPossible: 'Niet mogelijk',
    notPossibleHint: 'U wordt van het bezoek gehaald en de planners krijgen bericht.',
    reason: 'Reden',
    reasonMissing: 'Vul een reden in.',
    report: 'Melden',
    drive: (minutes, km) => `${minutes} min, ${km} km`,
    driveHome: (minutes, km) => `Naar huis: ${minutes} min, ${km} km`,
    estimated: 'geschat',
    navigate: 'Navigeren',
    onWebMap: 'Kaart op het web',
    call: 'Bellen',
    with: 'Met',
    details: 'Details',
    checklist: 'Checklist',
    saveChecklist: 'Checklist opslaan',
    photos: 'Foto’s en handtekeningen',
    takePhoto: 'Foto toevoegen',
    notAnImage: 'Dit bestand is geen afbeelding die de browser kan lezen.',
    signature: 'Handtekening',
    sign: 'Laten tekenen',
    signHere: 'Teken hier',
    signHint: 'Teken met een vinger of de muis, of typ alleen de naam.',
    nameOfSigner: 'Naam',
    nameMissing: 'Vul de naam in van wie tekent.',
    clear: 'Wissen',
    save: 'Opslaan',
    unsentFiles: (count) => `Nog te verzenden: ${count}`,
    changes: 'De planning is gewijzigd',
    moved: (what, from, to) => `${what}: verplaatst van ${from} naar ${to}`,
    added: (what, at) => `${what}: nieuw om ${at}`,
    removed: (what) => `${what}: niet meer voor u, of op een andere dag`,
    understood: 'OK',
    refused: 'Niet aanvaard',
    behind: 'Wacht op de geweigerde actie ervoor.',
    timeOnly: 'Alleen de tijd behouden',
    tryAgain: 'Opnieuw proberen',
    discard: 'Verwijderen',
    fieldsOf: 'Checklist',
    photoOf: 'Foto',
    signatureOf: 'Handtekening',
    share: 'Mijn positie delen',
    shareHint: 'Eenmaal per minuut zolang uw timer loopt. Planners zien ze op de kaart; ze wordt na 24 uur verwijderd.',
    shareDenied: 'De browser geeft de positie niet door. Sta dat toe in de instellingen van de browser.',
  },
  de: {
    today: 'Heute',
    tomorrow: 'Morgen',
    noVisits: 'Keine Besuche.',
    noResource: 'Ihr Konto ist mit keiner Ressource verknüpft. Bitten Sie einen Administrator darum.',
    offline: (asOf) => `Offline. Der Plan ist von ${asOf}.`,
    waiting: (count) => `Noch zu senden: ${count}`,
    onDevice: 'auf dem Gerät',
    states: {
      planned: 'Geplant',
      travelling: 'Unterwegs',
      working: 'Bei der Arbeit',
      done: 'Erledigt',
      notPossible: 'Nicht möglich',
    },
    startTravel: 'Fahrt starten',
    startWork: 'Arbeit starten',
    done: 'Erledigt',
    startAgain: 'Arbeit wieder starten',
    notPossible: 'Nicht möglich',
    notPossibleHint: 'Der Besuch wird Ihnen abgenommen, und die Planer werden benachrichtigt.',
    reason: 'Grund',
    reasonMissing: 'Geben Sie einen Grund ein.',
    report: 'Melden',
    drive: (minutes, km) => `${minutes} min, ${km} km`,
    driveHome: (minutes, km) => `Nach Hause: ${minutes} min, ${km} km`,
    estimated: 'geschätzt',
    navigate: 'Navigieren',
    onWebMap: 'Karte im Web',
    call: 'Anrufen',
    with: 'Mit',
    details: 'Details',
    checklist: 'Checkliste',
    saveChecklist: 'Checkliste speichern',
    photos: 'Fotos und Unterschriften',
    takePhoto: 'Foto hinzufügen',
    notAnImage: 'Diese Datei ist kein Bild, das der Browser lesen kann.',
    signature: 'Unterschrift',
    sign: 'Unterschreiben lassen',
    signHere: 'Hier unterschreiben',
    signHint: 'Mit dem Finger oder der Maus zeichnen, oder nur den Namen eingeben.',
    nameOfSigner: 'Name',
    nameMissing: 'Geben Sie den Namen der Person ein, die unterschreibt.',
    clear: 'Löschen',
    save: 'Speichern',
    unsentFiles: (count) => `Noch zu senden: ${count}`,
    changes: 'Der Plan wurde geändert',
    moved: (what, from, to) => `${what}: verschoben von ${from} auf ${to}`,
    added: (what, at) => `${what}: neu um ${at}`,
    removed: (what) => `${what}: nicht mehr bei Ihnen, oder an einem anderen Tag`,
    understood: 'OK',
    refused: 'Nicht angenommen',
    behind: 'Wartet auf die abgelehnte Aktion davor.',
    timeOnly: 'Nur die Zeit behalten',
    tryAgain: 'Erneut versuchen',
    discard: 'Verwerfen',
    fieldsOf: 'Checkliste',
    photoOf: 'Foto',
    signatureOf: 'Unterschrift',
    share: 'Meine Position teilen',
    shareHint:
      'Einmal pro Minute, solange Ihr Timer läuft. Planer sehen sie auf der Karte; sie wird nach 24 Stunden gelöscht.',
    shareDenied: 'Der Browser gibt die Position nicht weiter. Erlauben Sie es in den Einstellungen des Browsers.',
  },
  fr: {
    today: 'Aujourd’hui',
    tomorrow: 'Demain',
    noVisits: 'Aucune visite.',
    noResource: 'Votre compte n’est lié à aucune ressource. Demandez à un administrateur de le lier.',
    offline: (asOf) => `Hors ligne. Le planning est celui de ${asOf}.`,
    waiting: (count) => `À envoyer : ${count}`,
    onDevice: 'sur l’appareil',
    states: {
      planned: 'Planifiée',
      travelling: 'En route',
      working: 'Au travail',
      done: 'Terminée',
      notPossible: 'Impossible',
    },
    startTravel: 'Démarrer le trajet',
    startWork: 'Démarrer le travail',
    done: 'Terminé',
    startAgain: 'Reprendre le travail',
    notPossible: 'Impossible',
    notPossibleHint: 'La visite vous est retirée et les planificateurs sont prévenus.',
    reason: 'Motif',
    reasonMissing: 'Saisissez un motif.',
    report: 'Signaler',
    drive: (minutes, km) => `${minutes} min, ${km} km`,
    driveHome: (minutes, km) => `Retour : ${minutes} min, ${km} km`,
    estimated: 'estimé',
    navigate: 'Itinéraire',
    onWebMap: 'Carte sur le web',
    call: 'Appeler',
    with: 'Avec',
    details: 'Détails',
    checklist: 'Liste de contrôle',
    saveChecklist: 'Enregistrer la liste',
    photos: 'Photos et signatures',
    takePhoto: 'Ajouter une photo',
    notAnImage: 'Ce fichier n’est pas une image que le navigateur peut lire.',
    signature: 'Signature',
    sign: 'Faire signer',
    signHere: 'Signez ici',
    signHint: 'Dessinez avec un doigt ou la souris, ou saisissez seulement le nom.',
    nameOfSigner: 'Nom',
    nameMissing: 'Saisissez le nom de la personne qui signe.',
    clear: 'Effacer',
    save: 'Enregistrer',
    unsentFiles: (count) => `À envoyer : ${count}`,
    changes: 'Le planning a changé',
    moved: (what, from, to) => `${what} : déplacée de ${from} à ${to}`,
    added: (what, at) => `${what} : nouvelle à ${at}`,
    removed: (what) => `${what} : plus à vous, ou un autre jour`,
    understood: 'OK',
    refused: 'Non accepté',
    behind: 'En attente de l’action refusée qui précède.',
    timeOnly: 'Garder seulement le temps',
    tryAgain: 'Réessayer',
    discard: 'Supprimer',
    fieldsOf: 'Liste de contrôle',
    photoOf: 'Photo',
    signatureOf: 'Signature',
    share: 'Partager ma position',
    shareHint:
      'Une fois par minute tant que votre minuteur tourne. Les planificateurs la voient sur la carte ; elle est supprimée après 24 heures.',
    shareDenied: 'Le navigateur ne donne pas la position. Autorisez-le dans ses réglages.',
  },
});

import { areaTexts } from '../../i18n/area-texts.ts';

/** The names that a message has; `other` and `length` only where the rule has them. */
export interface ConflictNames {
  readonly resource: string;
  readonly appointment: string;
  readonly other: string;
  readonly task: string;
  /** Durations and moments of the detail, as the user reads them. */
  readonly length: string;
  readonly more: string;
  readonly moment: string;
  readonly value: string;
  /** How much of a load is needed, and how much of it can be carried. */
  readonly asked: string;
  readonly capacity: string;
}

const en = {
  conflicts: 'Conflicts',
  none: 'No conflicts in this period.',
  noneMatch: 'No conflict matches the filter.',
  failed: 'Could not load the conflicts.',
  rule: 'Rule',
  resource: 'Resource',
  severity: 'Severity',
  anyRule: 'All rules',
  anyResource: 'All resources',
  anySeverity: 'All severities',
  group: 'Group by',
  severities: { error: 'Error', warning: 'Warning' },
  rules: {
    overlap: 'Overlap',
    travelTooShort: 'Too little travel time',
    outsideWorkingTime: 'Outside working hours',
    missingRequirement: 'Missing skill',
    certificateInvalid: 'Missing certificate',
    outOfService: 'Out of service',
    outsideAllowed: 'Outside the allowed period',
    pastDeadline: 'After the deadline',
    unwantedResource: 'Unwanted resource',
    overBudget: 'Over budget',
    overLoaded: 'Over the load capacity',
    dependencyBroken: 'Wrong order',
  } as Readonly<Record<string, string>>,
  someone: 'The resource',
  anAppointment: 'an appointment',
  anotherAppointment: 'another appointment',
  theTask: 'the task',
  noResource: 'No resource',
  messages: {
    overlap: (n: ConflictNames) =>
      `${n.resource} has two appointments at once: ${n.appointment} and ${n.other} (${n.length}).`,
    travelTooShort: (n: ConflictNames) =>
      `${n.resource} has ${n.more} to travel from ${n.other} to ${n.appointment}, but needs ${n.length}.`,
    outsideWorkingTime: (n: ConflictNames) => `${n.resource} does not work during ${n.length} of ${n.appointment}.`,
    missingRequirement: (n: ConflictNames) => `${n.resource} lacks ${n.value}, which ${n.task} requires.`,
    certificateInvalid: (n: ConflictNames) =>
      n.moment === ''
        ? `${n.resource} does not hold certificate ${n.value}, which ${n.task} requires.`
        : `Certificate ${n.value} of ${n.resource}, which ${n.task} requires, expires ${n.moment}.`,
    outOfService: (n: ConflictNames) => `${n.resource} is not in service during all of ${n.appointment}.`,
    hidden: (n: ConflictNames) => `${n.resource} is no longer shown to planners, but has ${n.appointment}.`,
    tooEarly: (n: ConflictNames) => `${n.appointment} starts before ${n.moment}, the earliest that is allowed.`,
    tooLate: (n: ConflictNames) => `${n.appointment} ends after ${n.moment}, the latest that is allowed.`,
    pastDeadline: (n: ConflictNames) => `${n.appointment} ends after the deadline ${n.moment}.`,
    unwantedResource: (n: ConflictNames) => `${n.resource} must not do ${n.task}.`,
    requiredResource: (n: ConflictNames) =>
      `None of the resources that ${n.task} requires is assigned to ${n.appointment}.`,
    overBudget: (n: ConflictNames) => `${n.length} are planned for ${n.task}, ${n.more} more than its budget.`,
    overLoaded: (n: ConflictNames) =>
      `${n.resource} needs ${n.asked} of ${n.value} on the day of ${n.appointment}, but can carry ${n.capacity}.`,
    dependencyBroken: (n: ConflictNames) =>
      `${n.appointment} depends on ${n.other} and must not begin or end before ${n.moment}.`,
    dependencyTooLate: (n: ConflictNames) =>
      `${n.appointment} depends on ${n.other} and must not begin or end after ${n.moment}.`,
    sameResource: (n: ConflictNames) =>
      `${n.appointment} and ${n.other} need different resources, and ${n.resource} does both.`,
  },
  noTime: 'no time',
  fix: 'Fix',
  fixing: 'Looking for fixes …',
  noFix: 'No fix without another conflict was found.',
  fixReasons: {
    noAppointment: 'There is no appointment that can be moved.',
    locked: 'The appointment is locked.',
    over: 'The appointment has already begun.',
  },
  fixResource: (name: string) => `Give it to ${name}`,
  fixTime: (when: string) => `Move it to ${when}`,
  fixDay: (name: string) => `Extend the working day of ${name}`,
  travel: (minutes: number) => (minutes > 0 ? `+${minutes} min travel` : 'no extra travel'),
  accept: 'Accept …',
  acceptTitle: 'Accept conflict',
  reason: 'Reason',
  until: 'Until',
  acceptButton: 'Accept',
  untilHint: 'From then on it counts again. Also when its time or resource changes.',
  accepted: 'Accepted',
  acceptedBy: (who: string, until: string, reason: string) => `Accepted by ${who} until ${until}: ${reason}`,
  withdraw: 'Withdraw',
  conflict: 'Conflict',
  start: 'Start',
};

const nl: typeof en = {
  conflicts: 'Conflicten',
  none: 'Geen conflicten in deze periode.',
  noneMatch: 'Geen conflict voldoet aan het filter.',
  failed: 'De conflicten konden niet worden geladen.',
  rule: 'Regel',
  resource: 'Resource',
  severity: 'Ernst',
  anyRule: 'Alle regels',
  anyResource: 'Alle resources',
  anySeverity: 'Elke ernst',
  group: 'Groeperen op',
  severities: { error: 'Fout', warning: 'Waarschuwing' },
  rules: {
    overlap: 'Overlapping',
    travelTooShort: 'Te weinig reistijd',
    outsideWorkingTime: 'Buiten werktijd',
    missingRequirement: 'Ontbrekende vaardigheid',
    certificateInvalid: 'Ontbrekend certificaat',
    outOfService: 'Niet in dienst',
    outsideAllowed: 'Buiten de toegestane periode',
    pastDeadline: 'Na de deadline',
    unwantedResource: 'Ongewenste resource',
    overBudget: 'Boven budget',
    overLoaded: 'Boven de laadcapaciteit',
    dependencyBroken: 'Verkeerde volgorde',
  },
  someone: 'De resource',
  anAppointment: 'een afspraak',
  anotherAppointment: 'een andere afspraak',
  theTask: 'de taak',
  noResource: 'Geen resource',
  messages: {
    overlap: (n) => `${n.resource} heeft twee afspraken tegelijk: ${n.appointment} en ${n.other} (${n.length}).`,
    travelTooShort: (n) =>
      `${n.resource} heeft ${n.more} om van ${n.other} naar ${n.appointment} te reizen, maar heeft ${n.length} nodig.`,
    outsideWorkingTime: (n) => `${n.resource} werkt niet tijdens ${n.length} van ${n.appointment}.`,
    missingRequirement: (n) => `${n.resource} mist ${n.value}, vereist voor ${n.task}.`,
    certificateInvalid: (n) =>
      n.moment === ''
        ? `${n.resource} heeft certificaat ${n.value} niet, vereist voor ${n.task}.`
        : `Certificaat ${n.value} van ${n.resource}, vereist voor ${n.task}, verloopt ${n.moment}.`,
    outOfService: (n) => `${n.resource} is niet de hele tijd van ${n.appointment} in dienst.`,
    hidden: (n) => `${n.resource} wordt niet meer getoond, maar heeft ${n.appointment}.`,
    tooEarly: (n) => `${n.appointment} begint vóór ${n.moment}, het vroegst toegestane moment.`,
    tooLate: (n) => `${n.appointment} eindigt na ${n.moment}, het laatst toegestane moment.`,
    pastDeadline: (n) => `${n.appointment} eindigt na de deadline ${n.moment}.`,
    unwantedResource: (n) => `${n.resource} mag ${n.task} niet doen.`,
    requiredResource: (n) => `Geen van de vereiste resources van ${n.task} is ingepland bij ${n.appointment}.`,
    overBudget: (n) => `${n.length} gepland voor ${n.task}, ${n.more} meer dan het budget.`,
    overLoaded: (n) =>
      `${n.resource} heeft ${n.asked} ${n.value} nodig op de dag van ${n.appointment}, maar kan ${n.capacity} meenemen.`,
    dependencyBroken: (n) =>
      `${n.appointment} hangt af van ${n.other} en mag niet voor ${n.moment} beginnen of eindigen.`,
    dependencyTooLate: (n) =>
      `${n.appointment} hangt af van ${n.other} en mag niet na ${n.moment} beginnen of eindigen.`,
    sameResource: (n) =>
      `${n.appointment} en ${n.other} vragen verschillende resources, en ${n.resource} doet ze allebei.`,
  },
  noTime: 'geen tijd',
  fix: 'Oplossen',
  fixing: 'Oplossingen zoeken …',
  noFix: 'Geen oplossing gevonden zonder een ander conflict.',
  fixReasons: {
    noAppointment: 'Er is geen afspraak die verplaatst kan worden.',
    locked: 'De afspraak is vergrendeld.',
    over: 'De afspraak is al begonnen.',
  },
  fixResource: (name) => `Aan ${name} geven`,
  fixTime: (when) => `Verplaatsen naar ${when}`,
  fixDay: (name) => `Werkdag van ${name} verlengen`,
  travel: (minutes) => (minutes > 0 ? `+${minutes} min reistijd` : 'geen extra reistijd'),
  accept: 'Accepteren …',
  acceptTitle: 'Conflict accepteren',
  reason: 'Reden',
  until: 'Tot',
  acceptButton: 'Accepteren',
  untilHint: 'Daarna telt het weer mee. Ook als tijd of resource verandert.',
  accepted: 'Geaccepteerd',
  acceptedBy: (who, until, reason) => `Geaccepteerd door ${who} tot ${until}: ${reason}`,
  withdraw: 'Intrekken',
  conflict: 'Conflict',
  start: 'Begin',
};

const de: typeof en = {
  conflicts: 'Konflikte',
  none: 'Keine Konflikte in diesem Zeitraum.',
  noneMatch: 'Kein Konflikt passt zum Filter.',
  failed: 'Die Konflikte konnten nicht geladen werden.',
  rule: 'Regel',
  resource: 'Ressource',
  severity: 'Schweregrad',
  anyRule: 'Alle Regeln',
  anyResource: 'Alle Ressourcen',
  anySeverity: 'Alle Schweregrade',
  group: 'Gruppieren nach',
  severities: { error: 'Fehler', warning: 'Warnung' },
  rules: {
    overlap: 'Überschneidung',
    travelTooShort: 'Zu wenig Fahrzeit',
    outsideWorkingTime: 'Außerhalb der Arbeitszeit',
    missingRequirement: 'Fehlende Qualifikation',
    certificateInvalid: 'Fehlendes Zertifikat',
    outOfService: 'Nicht im Dienst',
    outsideAllowed: 'Außerhalb des erlaubten Zeitraums',
    pastDeadline: 'Nach der Frist',
    unwantedResource: 'Unerwünschte Ressource',
    overBudget: 'Über Budget',
    overLoaded: 'Über der Ladekapazität',
    dependencyBroken: 'Falsche Reihenfolge',
  },
  someone: 'Die Ressource',
  anAppointment: 'ein Termin',
  anotherAppointment: 'ein anderer Termin',
  theTask: 'die Aufgabe',
  noResource: 'Keine Ressource',
  messages: {
    overlap: (n) => `${n.resource} hat zwei Termine gleichzeitig: ${n.appointment} und ${n.other} (${n.length}).`,
    travelTooShort: (n) =>
      `${n.resource} hat ${n.more} für die Fahrt von ${n.other} zu ${n.appointment}, braucht aber ${n.length}.`,
    outsideWorkingTime: (n) => `${n.resource} arbeitet während ${n.length} von ${n.appointment} nicht.`,
    missingRequirement: (n) => `${n.resource} fehlt ${n.value}, erforderlich für ${n.task}.`,
    certificateInvalid: (n) =>
      n.moment === ''
        ? `${n.resource} hat das Zertifikat ${n.value} nicht, erforderlich für ${n.task}.`
        : `Zertifikat ${n.value} von ${n.resource}, erforderlich für ${n.task}, läuft ${n.moment} ab.`,
    outOfService: (n) => `${n.resource} ist nicht während des ganzen Termins ${n.appointment} im Dienst.`,
    hidden: (n) => `${n.resource} wird nicht mehr angezeigt, hat aber ${n.appointment}.`,
    tooEarly: (n) => `${n.appointment} beginnt vor ${n.moment}, dem frühesten erlaubten Zeitpunkt.`,
    tooLate: (n) => `${n.appointment} endet nach ${n.moment}, dem spätesten erlaubten Zeitpunkt.`,
    pastDeadline: (n) => `${n.appointment} endet nach der Frist ${n.moment}.`,
    unwantedResource: (n) => `${n.resource} darf ${n.task} nicht ausführen.`,
    requiredResource: (n) => `Keine der Ressourcen, die ${n.task} verlangt, ist ${n.appointment} zugeordnet.`,
    overBudget: (n) => `${n.length} sind für ${n.task} geplant, ${n.more} mehr als das Budget.`,
    overLoaded: (n) =>
      `${n.resource} braucht am Tag von ${n.appointment} ${n.asked} ${n.value}, kann aber nur ${n.capacity} mitnehmen.`,
    dependencyBroken: (n) =>
      `${n.appointment} hängt von ${n.other} ab und darf nicht vor ${n.moment} beginnen oder enden.`,
    dependencyTooLate: (n) =>
      `${n.appointment} hängt von ${n.other} ab und darf nicht nach ${n.moment} beginnen oder enden.`,
    sameResource: (n) =>
      `${n.appointment} und ${n.other} verlangen verschiedene Ressourcen, und ${n.resource} macht beide.`,
  },
  noTime: 'keine Zeit',
  fix: 'Beheben',
  fixing: 'Lösungen werden gesucht …',
  noFix: 'Keine Lösung ohne einen anderen Konflikt gefunden.',
  fixReasons: {
    noAppointment: 'Es gibt keinen Termin, der verschoben werden kann.',
    locked: 'Der Termin ist gesperrt.',
    over: 'Der Termin hat schon begonnen.',
  },
  fixResource: (name) => `An ${name} geben`,
  fixTime: (when) => `Verschieben auf ${when}`,
  fixDay: (name) => `Arbeitstag von ${name} verlängern`,
  travel: (minutes) => (minutes > 0 ? `+${minutes} Min. Fahrzeit` : 'keine zusätzliche Fahrzeit'),
  accept: 'Akzeptieren …',
  acceptTitle: 'Konflikt akzeptieren',
  reason: 'Grund',
  until: 'Bis',
  acceptButton: 'Akzeptieren',
  untilHint: 'Danach zählt er wieder. Auch wenn sich Zeit oder Ressource ändern.',
  accepted: 'Akzeptiert',
  acceptedBy: (who, until, reason) => `Akzeptiert von ${who} bis ${until}: ${reason}`,
  withdraw: 'Zurücknehmen',
  conflict: 'Konflikt',
  start: 'Beginn',
};

const fr: typeof en = {
  conflicts: 'Conflits',
  none: 'Aucun conflit sur cette période.',
  noneMatch: 'Aucun conflit ne correspond au filtre.',
  failed: 'Impossible de charger les conflits.',
  rule: 'Règle',
  resource: 'Ressource',
  severity: 'Gravité',
  anyRule: 'Toutes les règles',
  anyResource: 'Toutes les ressources',
  anySeverity: 'Toutes les gravités',
  group: 'Grouper par',
  severities: { error: 'Erreur', warning: 'Avertissement' },
  rules: {
    overlap: 'Chevauchement',
    travelTooShort: 'Temps de trajet insuffisant',
    outsideWorkingTime: 'Hors des heures de travail',
    missingRequirement: 'Compétence manquante',
    certificateInvalid: 'Certificat manquant',
    outOfService: 'Hors service',
    outsideAllowed: 'Hors de la période autorisée',
    pastDeadline: 'Après l’échéance',
    unwantedResource: 'Ressource non souhaitée',
    overBudget: 'Budget dépassé',
    overLoaded: 'Charge trop élevée',
    dependencyBroken: 'Ordre incorrect',
  },
  someone: 'La ressource',
  anAppointment: 'un rendez-vous',
  anotherAppointment: 'un autre rendez-vous',
  theTask: 'la tâche',
  noResource: 'Aucune ressource',
  messages: {
    overlap: (n) => `${n.resource} a deux rendez-vous en même temps : ${n.appointment} et ${n.other} (${n.length}).`,
    travelTooShort: (n) =>
      `${n.resource} a ${n.more} pour aller de ${n.other} à ${n.appointment}, mais il faut ${n.length}.`,
    outsideWorkingTime: (n) => `${n.resource} ne travaille pas pendant ${n.length} de ${n.appointment}.`,
    missingRequirement: (n) => `Il manque à ${n.resource} ${n.value}, exigé par ${n.task}.`,
    certificateInvalid: (n) =>
      n.moment === ''
        ? `${n.resource} n’a pas le certificat ${n.value}, exigé par ${n.task}.`
        : `Le certificat ${n.value} de ${n.resource}, exigé par ${n.task}, expire le ${n.moment}.`,
    outOfService: (n) => `${n.resource} n’est pas en service pendant tout ${n.appointment}.`,
    hidden: (n) => `${n.resource} n’est plus affichée, mais a ${n.appointment}.`,
    tooEarly: (n) => `${n.appointment} commence avant ${n.moment}, le plus tôt autorisé.`,
    tooLate: (n) => `${n.appointment} se termine après ${n.moment}, le plus tard autorisé.`,
    pastDeadline: (n) => `${n.appointment} se termine après l’échéance ${n.moment}.`,
    unwantedResource: (n) => `${n.resource} ne doit pas faire ${n.task}.`,
    requiredResource: (n) => `Aucune des ressources exigées par ${n.task} n’est affectée à ${n.appointment}.`,
    overBudget: (n) => `${n.length} sont planifiées pour ${n.task}, ${n.more} de plus que le budget.`,
    overLoaded: (n) =>
      `${n.resource} a besoin de ${n.asked} ${n.value} le jour de ${n.appointment}, mais peut en emporter ${n.capacity}.`,
    dependencyBroken: (n) =>
      `${n.appointment} dépend de ${n.other} et ne doit pas commencer ou finir avant ${n.moment}.`,
    dependencyTooLate: (n) =>
      `${n.appointment} dépend de ${n.other} et ne doit pas commencer ou finir après ${n.moment}.`,
    sameResource: (n) =>
      `${n.appointment} et ${n.other} exigent des ressources différentes, et ${n.resource} fait les deux.`,
  },
  noTime: 'aucun temps',
  fix: 'Corriger',
  fixing: 'Recherche de corrections …',
  noFix: 'Aucune correction sans autre conflit.',
  fixReasons: {
    noAppointment: 'Aucun rendez-vous ne peut être déplacé.',
    locked: 'Le rendez-vous est verrouillé.',
    over: 'Le rendez-vous a déjà commencé.',
  },
  fixResource: (name) => `Confier à ${name}`,
  fixTime: (when) => `Déplacer à ${when}`,
  fixDay: (name) => `Prolonger la journée de ${name}`,
  travel: (minutes) => (minutes > 0 ? `+${minutes} min de trajet` : 'sans trajet supplémentaire'),
  accept: 'Accepter …',
  acceptTitle: 'Accepter le conflit',
  reason: 'Motif',
  until: 'Jusqu’au',
  acceptButton: 'Accepter',
  untilHint: 'Ensuite il compte à nouveau. Aussi si l’heure ou la ressource change.',
  accepted: 'Acceptés',
  acceptedBy: (who, until, reason) => `Accepté par ${who} jusqu’au ${until} : ${reason}`,
  withdraw: 'Retirer',
  conflict: 'Conflit',
  start: 'Début',
};

export type ConflictTexts = typeof en;
export const conflictTexts = { en, nl, de, fr };
export const useConflictTexts = areaTexts(conflictTexts);

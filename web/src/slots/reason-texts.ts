import { areaTexts } from '../i18n/area-texts.ts';

/** Texts for keys of the API: scorers, rules and relaxations. An unknown key is shown unchanged. */
export interface ReasonTexts {
  /** By key of the scorer: its name, what it prefers, and the chip of a slot that scores well. */
  readonly scorers: Readonly<Record<string, readonly [name: string, hint: string, praise: string]>>;
  /** By rule: what is true of the resources that fail it; `what` is the requirement or the certificate. */
  readonly rules: Readonly<Record<string, (what: string) => string>>;
  readonly away: (km: string) => string;
  readonly addedTravel: (minutes: number) => string;
  readonly noTravel: string;
  readonly dropRequirement: (what: string) => string;
  readonly dropCertificate: (what: string) => string;
  readonly maxDistance: (km: number, before: number | undefined) => string;
  readonly window: (days: number, before: number) => string;
  readonly shorter: (minutes: number) => string;
  readonly anybody: string;
}

export const useReasonTexts = areaTexts<ReasonTexts>({
  en: {
    scorers: {
      earliest: ['Soon', 'Earlier slots are better.', 'soon'],
      distance: ['Near', 'A shorter distance from the previous location is better.', 'near'],
      travel: ['Little travel', 'Less extra travel time that day is better.', 'on the way'],
      workload: ['Balance', 'Resources with more free time come first.', 'has time'],
      utilization: ['Fills gaps', 'Slots that fill gaps are better.', 'fills a gap'],
      skillFit: ['Fitting skills', 'Keeps resources with rarer skills free.', 'fitting skills'],
      preferredResource: ['Preferred', 'Preferred resources of the task come first.', 'preferred'],
      continuity: ['Known', 'Resources that know the customer come first.', 'knows the customer'],
      priority: ['Urgency', 'Important tasks get earlier slots.', 'urgent'],
    },
    rules: {
      notShown: () => 'hidden',
      notAmong: () => 'not a required resource of the task',
      excluded: () => 'excluded for this task',
      outOfService: () => 'not in service in this period',
      missingRequirement: (what) => `lacks ${what}`,
      certificate: (what) => `no valid certificate ${what}`,
      unknownPlace: () => 'start location unknown',
      tooFar: () => 'too far away',
      notWorking: () => 'not working in this period, or fully booked',
      booked: () => 'fully booked',
      tooShort: () => 'gaps too short',
      capacity: () => 'daily capacity reached',
      travel: () => 'no time for travel',
    },
    away: (km) => `${km} km away`,
    addedTravel: (minutes) => `+${minutes} min travel`,
    noTravel: 'no extra travel',
    dropRequirement: (what) => `Waive ${what}`,
    dropCertificate: (what) => `Waive certificate ${what}`,
    maxDistance: (km, before) =>
      before === undefined ? `Allow up to ${km} km` : `Allow up to ${km} km instead of ${before}`,
    window: (days, before) => `Search ${days} days instead of ${before}`,
    shorter: (minutes) => `Shorten to ${minutes} minutes`,
    anybody: 'Allow any resource',
  },
  nl: {
    scorers: {
      earliest: ['Vroeg', 'Hoe vroeger in de periode, hoe beter.', 'vroeg'],
      distance: ['Dichtbij', 'Hoe dichterbij de resource tevoren is, hoe beter.', 'dichtbij'],
      travel: ['Weinig rijden', 'Minder extra reistijd die dag is beter.', 'op de route'],
      workload: ['Evenwicht', 'Wie nog veel vrije tijd heeft, komt eerst.', 'heeft tijd'],
      utilization: ['Vult gaten', 'Hoe beter het een gat vult, hoe beter.', 'vult een gat'],
      skillFit: ['Passend kunnen', 'Houdt vrij wie meer kan.', 'past precies'],
      preferredResource: ['Voorkeur', 'Resources die voor de taak de voorkeur hebben.', 'voorkeur'],
      continuity: ['Bekend', 'Resources die al voor de klant gewerkt hebben.', 'kent de klant'],
      priority: ['Dringend', 'Belangrijk werk komt snel.', 'dringend'],
    },
    rules: {
      notShown: () => 'verborgen',
      notAmong: () => 'niet bij de resources die de taak vereist',
      excluded: () => 'uitgesloten voor deze taak',
      outOfService: () => 'niet in dienst in de periode',
      missingRequirement: (what) => `zonder ${what}`,
      certificate: (what) => `zonder geldig certificaat ${what}`,
      unknownPlace: () => 'startlocatie onbekend',
      tooFar: () => 'te ver weg',
      notWorking: () => 'niet aan het werk in de periode, of de hele tijd geboekt',
      booked: () => 'de hele tijd geboekt',
      tooShort: () => 'alleen met te korte gaten',
      capacity: () => 'op dagen die vol zijn',
      travel: () => 'geen tijd voor de reis',
    },
    away: (km) => `${km} km ver`,
    addedTravel: (minutes) => `+${minutes} min rijden`,
    noTravel: 'niet omrijden',
    dropRequirement: (what) => `Zonder ${what}`,
    dropCertificate: (what) => `Zonder het certificaat ${what}`,
    maxDistance: (km, before) => (before === undefined ? `Tot ${km} km` : `Tot ${km} km in plaats van ${before}`),
    window: (days, before) => `${days} dagen doorzoeken in plaats van ${before}`,
    shorter: (minutes) => `Maar ${minutes} minuten doen`,
    anybody: 'Elke resource toestaan',
  },
  de: {
    scorers: {
      earliest: ['Bald', 'Je früher im Zeitraum, desto besser.', 'bald'],
      distance: ['Nah', 'Je näher die Ressource vorher ist, desto besser.', 'nah'],
      travel: ['Wenig Fahrt', 'Weniger zusätzliche Fahrzeit an dem Tag ist besser.', 'auf dem Weg'],
      workload: ['Ausgleich', 'Wer noch viel freie Zeit hat, kommt zuerst.', 'hat Zeit'],
      utilization: ['Füllt Lücken', 'Je besser eine Lücke gefüllt wird, desto besser.', 'füllt eine Lücke'],
      skillFit: ['Passt genau', 'Hält frei, wer mehr kann.', 'passt genau'],
      preferredResource: ['Bevorzugt', 'Ressourcen, die für die Aufgabe bevorzugt sind.', 'bevorzugt'],
      continuity: ['Bekannt', 'Ressourcen, die schon für den Kunden gearbeitet haben.', 'kennt den Kunden'],
      priority: ['Dringlichkeit', 'Wichtige Arbeit kommt bald.', 'dringend'],
    },
    rules: {
      notShown: () => 'ausgeblendet',
      notAmong: () => 'nicht unter den Ressourcen, die die Aufgabe verlangt',
      excluded: () => 'für diese Aufgabe ausgeschlossen',
      outOfService: () => 'im Zeitraum nicht im Dienst',
      missingRequirement: (what) => `ohne ${what}`,
      certificate: (what) => `ohne gültiges Zertifikat ${what}`,
      unknownPlace: () => 'Startort unbekannt',
      tooFar: () => 'zu weit weg',
      notWorking: () => 'im Zeitraum nicht bei der Arbeit oder durchgehend gebucht',
      booked: () => 'durchgehend gebucht',
      tooShort: () => 'nur mit zu kurzen Lücken',
      capacity: () => 'an Tagen, die voll sind',
      travel: () => 'keine Zeit für die Fahrt',
    },
    away: (km) => `${km} km entfernt`,
    addedTravel: (minutes) => `+${minutes} Min. Fahrt`,
    noTravel: 'kein Umweg',
    dropRequirement: (what) => `Auf ${what} verzichten`,
    dropCertificate: (what) => `Auf das Zertifikat ${what} verzichten`,
    maxDistance: (km, before) => (before === undefined ? `Bis ${km} km` : `Bis ${km} km statt ${before}`),
    window: (days, before) => `${days} Tage statt ${before} durchsuchen`,
    shorter: (minutes) => `Nur ${minutes} Minuten arbeiten`,
    anybody: 'Jede Ressource zulassen',
  },
  fr: {
    scorers: {
      earliest: ['Bientôt', 'Le plus tôt dans la période est le mieux.', 'bientôt'],
      distance: ['Proche', 'Plus la ressource est proche avant, mieux c’est.', 'proche'],
      travel: ['Peu de trajet', 'Moins de temps de trajet supplémentaire ce jour-là est préférable.', 'sur le chemin'],
      workload: ['Équilibre', 'Ceux qui ont encore du temps libre d’abord.', 'a le temps'],
      utilization: ['Comble les trous', 'Mieux il comble un trou, mieux c’est.', 'comble un trou'],
      skillFit: ['Juste compétence', 'Garde libres ceux qui savent faire plus.', 'juste compétence'],
      preferredResource: ['Préféré', 'Les ressources préférées pour la tâche.', 'préféré'],
      continuity: ['Connu', 'Les ressources qui ont déjà travaillé pour le client.', 'connaît le client'],
      priority: ['Urgence', 'Le travail important vient tôt.', 'urgent'],
    },
    rules: {
      notShown: () => 'masquées',
      notAmong: () => 'pas parmi les ressources exigées par la tâche',
      excluded: () => 'exclues pour cette tâche',
      outOfService: () => 'pas en service dans la période',
      missingRequirement: (what) => `sans ${what}`,
      certificate: (what) => `sans certificat ${what} valable`,
      unknownPlace: () => 'lieu de départ inconnu',
      tooFar: () => 'trop loin',
      notWorking: () => 'absentes dans la période, ou réservées tout le temps',
      booked: () => 'réservées tout le temps',
      tooShort: () => 'seulement avec des trous trop courts',
      capacity: () => 'des jours déjà pleins',
      travel: () => 'pas de temps pour le trajet',
    },
    away: (km) => `à ${km} km`,
    addedTravel: (minutes) => `+${minutes} min de trajet`,
    noTravel: 'sans détour',
    dropRequirement: (what) => `Se passer de ${what}`,
    dropCertificate: (what) => `Se passer du certificat ${what}`,
    maxDistance: (km, before) =>
      before === undefined ? `Aller jusqu’à ${km} km` : `Aller jusqu’à ${km} km au lieu de ${before}`,
    window: (days, before) => `Chercher sur ${days} jours au lieu de ${before}`,
    shorter: (minutes) => `Ne faire que ${minutes} minutes`,
    anybody: 'Autoriser toute ressource',
  },
});

import { areaTexts } from '../i18n/area-texts.ts';
import { plural } from '../i18n/plural.ts';

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
  readonly dropDependencies: (tasks: string) => string;
  readonly dropLoads: (what: string) => string;
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
      differentResource: (what) => `does ${what}, which needs a different resource`,
      outOfService: () => 'not in service in this period',
      missingRequirement: (what) => `lacks ${what}`,
      certificate: (what) => `no valid certificate ${what}`,
      unknownPlace: () => 'start location unknown',
      tooFar: () => 'too far away',
      notWorking: () => 'not working in this period, or fully booked',
      dependency: (what) => `free only at times that break the dependency on ${what}`,
      booked: () => 'fully booked',
      tooShort: () => 'gaps too short',
      capacity: () => 'daily capacity reached',
      load: (what) => `cannot carry more ${what}`,
      travel: () => 'no time for travel',
    },
    away: (km) => `${km} km away`,
    addedTravel: (minutes) => `+${minutes} min travel`,
    noTravel: 'no extra travel',
    dropRequirement: (what) => `Waive ${what}`,
    dropCertificate: (what) => `Waive certificate ${what}`,
    maxDistance: (km, before) =>
      before === undefined ? `Allow up to ${km} km` : `Allow up to ${km} km instead of ${before}`,
    window: (days, before) => `Search ${plural.en(days, '# day', '# days')} instead of ${before}`,
    shorter: (minutes) => plural.en(minutes, 'Shorten to # minute', 'Shorten to # minutes'),
    anybody: 'Allow any resource',
    dropDependencies: (tasks) => `Waive the dependency on ${tasks}`,
    dropLoads: (what) => `Ignore how much ${what} can be carried`,
  },
  nl: {
    scorers: {
      earliest: ['Vroeg', 'Vroegere tijdsloten zijn beter.', 'vroeg'],
      distance: ['Dichtbij', 'Een kortere afstand vanaf de vorige locatie is beter.', 'dichtbij'],
      travel: ['Weinig reistijd', 'Minder extra reistijd die dag is beter.', 'op de route'],
      workload: ['Evenwicht', 'Resources met meer vrije tijd komen eerst.', 'heeft tijd'],
      utilization: ['Vult gaten', 'Tijdsloten die gaten vullen, zijn beter.', 'vult een gat'],
      skillFit: ['Passende vaardigheden', 'Houdt resources met zeldzamere vaardigheden vrij.', 'passende vaardigheden'],
      preferredResource: ['Voorkeur', 'Voorkeursresources van de taak komen eerst.', 'voorkeur'],
      continuity: ['Bekend', 'Resources die de klant kennen, komen eerst.', 'kent de klant'],
      priority: ['Urgentie', 'Belangrijke taken krijgen vroegere tijdsloten.', 'dringend'],
    },
    rules: {
      notShown: () => 'verborgen',
      notAmong: () => 'geen vereiste resource van de taak',
      excluded: () => 'uitgesloten voor deze taak',
      differentResource: (what) => `doet ${what}, waarvoor een andere resource nodig is`,
      outOfService: () => 'niet in dienst in deze periode',
      missingRequirement: (what) => `mist ${what}`,
      certificate: (what) => `geen geldig certificaat ${what}`,
      unknownPlace: () => 'startlocatie onbekend',
      tooFar: () => 'te ver weg',
      notWorking: () => 'werkt niet in deze periode, of volgeboekt',
      dependency: (what) => `alleen vrij op tijden die de afhankelijkheid van ${what} schenden`,
      booked: () => 'volgeboekt',
      tooShort: () => 'gaten te kort',
      capacity: () => 'dagcapaciteit bereikt',
      load: (what) => `kan niet meer ${what} meenemen`,
      travel: () => 'geen tijd voor de reis',
    },
    away: (km) => `${km} km ver`,
    addedTravel: (minutes) => `+${minutes} min reistijd`,
    noTravel: 'geen extra reistijd',
    dropRequirement: (what) => `${what} niet vereisen`,
    dropCertificate: (what) => `Certificaat ${what} niet vereisen`,
    maxDistance: (km, before) =>
      before === undefined ? `Tot ${km} km toestaan` : `Tot ${km} km toestaan in plaats van ${before}`,
    window: (days, before) => `${plural.nl(days, '# dag', '# dagen')} doorzoeken in plaats van ${before}`,
    shorter: (minutes) => plural.nl(minutes, 'Inkorten tot # minuut', 'Inkorten tot # minuten'),
    anybody: 'Elke resource toestaan',
    dropDependencies: (tasks) => `Afhankelijkheid van ${tasks} laten vallen`,
    dropLoads: (what) => `Negeren hoeveel ${what} meekan`,
  },
  de: {
    scorers: {
      earliest: ['Bald', 'Frühere Zeitfenster sind besser.', 'bald'],
      distance: ['Nah', 'Eine kürzere Entfernung vom vorherigen Ort ist besser.', 'nah'],
      travel: ['Wenig Fahrzeit', 'Weniger zusätzliche Fahrzeit an diesem Tag ist besser.', 'auf der Route'],
      workload: ['Ausgleich', 'Ressourcen mit mehr freier Zeit kommen zuerst.', 'hat Zeit'],
      utilization: ['Füllt Lücken', 'Zeitfenster, die Lücken füllen, sind besser.', 'füllt eine Lücke'],
      skillFit: [
        'Passende Qualifikation',
        'Hält Ressourcen mit selteneren Qualifikationen frei.',
        'passende Qualifikation',
      ],
      preferredResource: ['Bevorzugt', 'Bevorzugte Ressourcen der Aufgabe kommen zuerst.', 'bevorzugt'],
      continuity: ['Bekannt', 'Ressourcen, die den Kunden kennen, kommen zuerst.', 'kennt den Kunden'],
      priority: ['Dringlichkeit', 'Wichtige Aufgaben erhalten frühere Zeitfenster.', 'dringend'],
    },
    rules: {
      notShown: () => 'ausgeblendet',
      notAmong: () => 'keine geforderte Ressource der Aufgabe',
      excluded: () => 'für diese Aufgabe ausgeschlossen',
      differentResource: (what) => `erledigt ${what}, was eine andere Ressource verlangt`,
      outOfService: () => 'in diesem Zeitraum nicht im Dienst',
      missingRequirement: (what) => `${what} fehlt`,
      certificate: (what) => `kein gültiges Zertifikat ${what}`,
      unknownPlace: () => 'Startort unbekannt',
      tooFar: () => 'zu weit entfernt',
      notWorking: () => 'arbeitet in diesem Zeitraum nicht oder ist ausgebucht',
      dependency: (what) => `nur zu Zeiten frei, die die Abhängigkeit von ${what} verletzen`,
      booked: () => 'ausgebucht',
      tooShort: () => 'Lücken zu kurz',
      capacity: () => 'Tageskapazität erreicht',
      load: (what) => `kann nicht mehr ${what} laden`,
      travel: () => 'keine Zeit für die Fahrt',
    },
    away: (km) => `${km} km entfernt`,
    addedTravel: (minutes) => `+${minutes} Min. Fahrzeit`,
    noTravel: 'keine zusätzliche Fahrzeit',
    dropRequirement: (what) => `Auf ${what} verzichten`,
    dropCertificate: (what) => `Auf das Zertifikat ${what} verzichten`,
    maxDistance: (km, before) =>
      before === undefined ? `Bis ${km} km zulassen` : `Bis ${km} km statt ${before} zulassen`,
    window: (days, before) => `${plural.de(days, '# Tag', '# Tage')} statt ${before} durchsuchen`,
    shorter: (minutes) => plural.de(minutes, 'Auf # Minute kürzen', 'Auf # Minuten kürzen'),
    anybody: 'Jede Ressource zulassen',
    dropDependencies: (tasks) => `Auf die Abhängigkeit von ${tasks} verzichten`,
    dropLoads: (what) => `Nicht beachten, wie viel ${what} geladen werden kann`,
  },
  fr: {
    scorers: {
      earliest: ['Bientôt', 'Les créneaux plus tôt sont préférés.', 'bientôt'],
      distance: ['Proche', 'Une distance plus courte depuis le lieu précédent est préférée.', 'proche'],
      travel: ['Peu de trajet', 'Moins de temps de trajet supplémentaire ce jour-là est préféré.', 'sur l’itinéraire'],
      workload: ['Équilibre', 'Les ressources qui ont plus de temps libre passent d’abord.', 'a du temps'],
      utilization: ['Comble les trous', 'Les créneaux qui comblent des trous sont préférés.', 'comble un trou'],
      skillFit: [
        'Compétences adaptées',
        'Garde libres les ressources aux compétences plus rares.',
        'compétences adaptées',
      ],
      preferredResource: ['Préférence', 'Les ressources préférées de la tâche passent d’abord.', 'préférée'],
      continuity: ['Connue', 'Les ressources qui connaissent le client passent d’abord.', 'connaît le client'],
      priority: ['Urgence', 'Les tâches importantes obtiennent des créneaux plus tôt.', 'urgent'],
    },
    rules: {
      notShown: () => 'masquée',
      notAmong: () => 'ne fait pas partie des ressources exigées par la tâche',
      excluded: () => 'exclue pour cette tâche',
      differentResource: (what) => `effectue ${what}, qui exige une autre ressource`,
      outOfService: () => 'pas en service dans cette période',
      missingRequirement: (what) => `${what} manque`,
      certificate: (what) => `pas de certificat ${what} valable`,
      unknownPlace: () => 'lieu de départ inconnu',
      tooFar: () => 'trop loin',
      notWorking: () => 'ne travaille pas dans cette période, ou complète',
      dependency: (what) => `libre seulement à des heures qui enfreignent la dépendance à ${what}`,
      booked: () => 'complète',
      tooShort: () => 'trous trop courts',
      capacity: () => 'capacité journalière atteinte',
      load: (what) => `ne peut pas transporter plus de ${what}`,
      travel: () => 'pas de temps pour le trajet',
    },
    away: (km) => `à ${km} km`,
    addedTravel: (minutes) => `+${minutes} min de trajet`,
    noTravel: 'sans trajet supplémentaire',
    dropRequirement: (what) => `Ne pas exiger ${what}`,
    dropCertificate: (what) => `Ne pas exiger le certificat ${what}`,
    maxDistance: (km, before) =>
      before === undefined ? `Autoriser jusqu’à ${km} km` : `Autoriser jusqu’à ${km} km au lieu de ${before}`,
    window: (days, before) => `Chercher sur ${plural.fr(days, '# jour', '# jours')} au lieu de ${before}`,
    shorter: (minutes) => plural.fr(minutes, 'Raccourcir à # minute', 'Raccourcir à # minutes'),
    anybody: 'Autoriser toute ressource',
    dropDependencies: (tasks) => `Renoncer à la dépendance à ${tasks}`,
    dropLoads: (what) => `Ignorer la quantité de ${what} transportable`,
  },
});

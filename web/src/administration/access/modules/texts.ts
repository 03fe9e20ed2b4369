import { areaTexts } from '../../../i18n/area-texts.ts';

const en = {
  hint: 'The modules that this tenant uses. Turning a module off keeps its data.',
  names: {
    basicMap: 'Map',
    timeRegistration: 'Time registration',
    recommendation: 'Find slot',
    optimization: 'Optimization',
  },
  does: {
    basicMap: 'Addresses get coordinates, and the map shows jobs, appointments and resources.',
    timeRegistration: 'Timers, sessions and timesheets.',
    recommendation: 'Suggests free slots for a task, and holds or books them.',
    optimization: 'Improves routes and spreads budgets in the background.',
  },
  without: 'While a module is off, its page is hidden and its routes return 403 (USR005), also for API keys.',
  inPreview: (name: string) => `${name} (preview)`,
  turnOff: (name: string) => `Turn off ${name}`,
  turnOffQuestion: (name: string) => `Turn off ${name}?`,
  turnedOn: (name: string) => `${name} is on`,
  turnedOff: (name: string) => `${name} is off`,
};

export const useModuleTexts = areaTexts({
  en,
  nl: {
    hint: 'De modules die deze omgeving gebruikt. Een module uitschakelen behoudt de gegevens.',
    names: {
      basicMap: 'Kaart',
      timeRegistration: 'Tijdregistratie',
      recommendation: 'Tijdslot zoeken',
      optimization: 'Optimalisatie',
    },
    does: {
      basicMap: 'Adressen krijgen coördinaten, en de kaart toont opdrachten, afspraken en resources.',
      timeRegistration: 'Timers, sessies en urenstaten.',
      recommendation: 'Stelt tijdsloten voor een taak voor, en houdt ze vrij of boekt ze.',
      optimization: 'Verbetert routes en verdeelt budgetten op de achtergrond.',
    },
    without:
      'Zolang een module uit staat, is de pagina verborgen en geven de routes 403 (USR005), ook voor API-sleutels.',
    inPreview: (name) => `${name} (preview)`,
    turnOff: (name) => `${name} uitschakelen`,
    turnOffQuestion: (name) => `${name} uitschakelen?`,
    turnedOn: (name) => `${name} is aan`,
    turnedOff: (name) => `${name} is uit`,
  },
  de: {
    hint: 'Die Module, die dieser Mandant nutzt. Beim Ausschalten bleiben die Daten erhalten.',
    names: {
      basicMap: 'Karte',
      timeRegistration: 'Zeiterfassung',
      recommendation: 'Freie Zeit suchen',
      optimization: 'Optimierung',
    },
    does: {
      basicMap: 'Adressen bekommen Koordinaten, und die Karte zeigt Aufträge, Termine und Ressourcen.',
      timeRegistration: 'Timer, Sitzungen und Stundenzettel.',
      recommendation: 'Schlägt Zeitfenster für eine Aufgabe vor, hält sie frei oder bucht sie.',
      optimization: 'Verbessert Routen und verteilt Budgets im Hintergrund.',
    },
    without:
      'Solange ein Modul aus ist, ist seine Seite ausgeblendet und seine Routen liefern 403 (USR005), auch für API-Schlüssel.',
    inPreview: (name) => `${name} (Vorschau)`,
    turnOff: (name) => `${name} abschalten`,
    turnOffQuestion: (name) => `${name} abschalten?`,
    turnedOn: (name) => `${name} ist an`,
    turnedOff: (name) => `${name} ist aus`,
  },
  fr: {
    hint: 'Les modules utilisés par cet espace. Désactiver un module conserve ses données.',
    names: {
      basicMap: 'Carte',
      timeRegistration: 'Saisie des temps',
      recommendation: 'Recherche de créneau',
      optimization: 'Optimisation',
    },
    does: {
      basicMap: 'Les adresses reçoivent des coordonnées, et la carte montre commandes, rendez-vous et ressources.',
      timeRegistration: 'Minuteurs, sessions et feuilles de temps.',
      recommendation: 'Propose des créneaux libres pour une tâche, les retient ou les réserve.',
      optimization: 'Améliore les tournées et répartit les budgets en arrière-plan.',
    },
    without:
      'Quand un module est désactivé, sa page est masquée et ses routes renvoient 403 (USR005), y compris pour les clés API.',
    inPreview: (name) => `${name} (préversion)`,
    turnOff: (name) => `Désactiver ${name}`,
    turnOffQuestion: (name) => `Désactiver ${name} ?`,
    turnedOn: (name) => `${name} : activé`,
    turnedOff: (name) => `${name} : désactivé`,
  },
});

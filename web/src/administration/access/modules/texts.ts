import { areaTexts } from '../../../i18n/area-texts.ts';

const en = {
  hint: 'Parts of the product that this tenant uses. What was recorded with a part that is turned off stays, and is there again when it is turned on.',
  names: {
    basicMap: 'Map',
    timeRegistration: 'Time registration',
    recommendation: 'Find slot',
    optimization: 'Optimization',
  },
  does: {
    basicMap: 'Addresses get coordinates, and the map shows jobs, appointments and resources.',
    timeRegistration: 'Clocks, sessions and timesheets.',
    recommendation: 'Suggests free slots for a task, and holds or books them.',
    optimization: 'Improves routes and spreads budgets in the background.',
  },
  without: 'While a part is off, its page is gone and its routes answer 403 (USR005), for keys of the back office too.',
  turnOff: (name: string) => `Turn off ${name}`,
  turnOffQuestion: (name: string) => `Turn off ${name}?`,
  turnedOn: (name: string) => `${name} is on`,
  turnedOff: (name: string) => `${name} is off`,
};

export const useModuleTexts = areaTexts({
  en,
  nl: {
    hint: 'Onderdelen van het product die deze tenant gebruikt. Wat met een uitgeschakeld onderdeel is vastgelegd, blijft bewaard en is er weer als het wordt ingeschakeld.',
    names: {
      basicMap: 'Kaart',
      timeRegistration: 'Tijdregistratie',
      recommendation: 'Vrij moment zoeken',
      optimization: 'Optimalisatie',
    },
    does: {
      basicMap: 'Adressen krijgen coördinaten, en de kaart toont opdrachten, afspraken en resources.',
      timeRegistration: 'Klokken, sessies en urenstaten.',
      recommendation: 'Stelt vrije momenten voor een taak voor, en houdt ze vrij of boekt ze.',
      optimization: 'Verbetert routes en verdeelt budgetten op de achtergrond.',
    },
    without:
      'Zolang een onderdeel uit is, is zijn pagina weg en antwoorden zijn routes 403 (USR005), ook voor sleutels van de backoffice.',
    turnOff: (name) => `${name} uitschakelen`,
    turnOffQuestion: (name) => `${name} uitschakelen?`,
    turnedOn: (name) => `${name} is aan`,
    turnedOff: (name) => `${name} is uit`,
  },
  de: {
    hint: 'Teile des Produkts, die dieser Mandant nutzt. Was mit einem abgeschalteten Teil erfasst wurde, bleibt und ist wieder da, sobald er eingeschaltet wird.',
    names: {
      basicMap: 'Karte',
      timeRegistration: 'Zeiterfassung',
      recommendation: 'Freie Zeit suchen',
      optimization: 'Optimierung',
    },
    does: {
      basicMap: 'Adressen bekommen Koordinaten, und die Karte zeigt Aufträge, Termine und Ressourcen.',
      timeRegistration: 'Uhren, Sitzungen und Stundenzettel.',
      recommendation: 'Schlägt freie Zeiten für eine Aufgabe vor und hält oder bucht sie.',
      optimization: 'Verbessert Routen und verteilt Budgets im Hintergrund.',
    },
    without:
      'Solange ein Teil aus ist, fehlt seine Seite, und seine Routen antworten 403 (USR005), auch für Schlüssel des Back-Office.',
    turnOff: (name) => `${name} abschalten`,
    turnOffQuestion: (name) => `${name} abschalten?`,
    turnedOn: (name) => `${name} ist an`,
    turnedOff: (name) => `${name} ist aus`,
  },
  fr: {
    hint: 'Les parties du produit que ce locataire utilise. Ce qui a été saisi avec une partie désactivée est conservé et revient quand on la réactive.',
    names: {
      basicMap: 'Carte',
      timeRegistration: 'Saisie des temps',
      recommendation: 'Recherche de créneau',
      optimization: 'Optimisation',
    },
    does: {
      basicMap: 'Les adresses reçoivent des coordonnées, et la carte montre commandes, rendez-vous et ressources.',
      timeRegistration: 'Chronomètres, sessions et feuilles de temps.',
      recommendation: 'Propose des créneaux libres pour une tâche, les retient ou les réserve.',
      optimization: 'Améliore les tournées et répartit les budgets en arrière-plan.',
    },
    without:
      'Tant qu’une partie est désactivée, sa page disparaît et ses routes répondent 403 (USR005), y compris aux clés du back-office.',
    turnOff: (name) => `Désactiver ${name}`,
    turnOffQuestion: (name) => `Désactiver ${name} ?`,
    turnedOn: (name) => `${name} : activé`,
    turnedOff: (name) => `${name} : désactivé`,
  },
});
